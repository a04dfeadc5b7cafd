import { countNatives, stepsOf } from '../support/steps';
import { amountIn, availableIn, chargedIn } from '../../nodes/MediaGeneration/wire/amount';
import { acceptanceIn } from '../../nodes/MediaGeneration/wire/acceptance';
import { accountIn, readAnswer } from '../../nodes/MediaGeneration/wire/chatAnswer';
import { AnswerBuilder } from '../../nodes/MediaGeneration/wire/chatStream';
import { errorAlone } from '../../nodes/MediaGeneration/wire/errorAlone';
import { otherJobs, tellsJob } from '../../nodes/MediaGeneration/wire/ids';
import { readJob } from '../../nodes/MediaGeneration/wire/job';
import { readModelList } from '../../nodes/MediaGeneration/wire/models';
import { readPage } from '../../nodes/MediaGeneration/wire/page';
import { readKey, recordIn } from '../../nodes/MediaGeneration/wire/record';
import { recordOf, recordsIn } from '../../nodes/MediaGeneration/wire/records';
import { readScopes } from '../../nodes/MediaGeneration/wire/scopes';
import { readServiceError } from '../../nodes/MediaGeneration/wire/serviceError';
import { pathsIn, walk } from '../../nodes/MediaGeneration/wire/walk';
import { redact } from '../../nodes/MediaGeneration/transport/redact';

const secrets = ['a-secret-key-of-some-length-1234'];
const readers: Array<[string, (b: any) => unknown]> = [
 ['walk', walk], ['redact', (b) => redact(b, secrets)],
 ['amount', (b) => amountIn(b)],['charged', chargedIn],['available', availableIn],
 ['chat answer', readAnswer],['account', accountIn],['chunk', (b) => new AnswerBuilder().add(b)],
 ['error', readServiceError],['errorAlone', errorAlone],
 ['job', (b) => readJob(b,'image')],['job+id', (b) => readJob(b,'video',{jobId:'j1'})],
 ['acceptance', (b) => acceptanceIn({status:200,headers:{},body:b},'image')],
 ['records', (b) => recordsIn(b)],['recordOf', (b)=>recordOf(b,'j1')],['otherJobs', (b)=>otherJobs(b,'j1')],['tellsJob', tellsJob],
 ['models', readModelList],['page', (b)=>readPage(b,0,{})],['record', (b)=>recordIn(b,'key')],['key', readKey],['scopes', readScopes],['paths', pathsIn],
];
const nest = (n: number, leaf: any, w: (v: any) => any) => { let v = leaf; for (let i=0;i<n;i++) v = w(v); return v; };
const N = Number(process.env.STEPS_N ?? 1000);
const list = <T>(n: number, f: (i: number) => T) => Array.from({length: Math.ceil(n)}, (_, i) => f(i));
const fork=(d:number):any=>d<=0?{job_id:'j'+d,status:'completed'}:{jobs:[fork(d-1),fork(d-1)]};
const shapes: Array<[string, (n:number)=>unknown]> = [
 ['list of numbers', (n)=>({list:list(n,()=>1)})],
 ['distinct keys', (n)=>Object.fromEntries(list(n,( i)=>[`k${i}x`, i]))],
 ['distinct long keys', (n)=>Object.fromEntries(list(n/10,(i)=>[`k${i}`+'Ab1'.repeat(40), i]))],
 ['id keys', (n)=>Object.fromEntries(list(n,(i)=>[`id_${i}`, `https://a.example.net/${i}.png`]))],
 ['error keys', (n)=>Object.fromEntries(list(n,(i)=>[`error_code_${i}`, `no ${i}`]))],
 ['cost keys', (n)=>Object.fromEntries(list(n,(i)=>[`cost_${i}_usd`, i/7]))],
 ['code keys', (n)=>Object.fromEntries(list(n,(i)=>[`x${i}_code`, 500]))],
 ['records by id', (n)=>Object.fromEntries(list(n/3,(i)=>[`key_${i}`, {name:'a',status:'b'}]))],
 ['records', (n)=>({data:list(n/5,(i)=>({id:`j${i}`,status:'queued',url:`https://a.example.net/${i}.png`,error:'x'}))})],
 ['groups', (n)=>Object.fromEntries(list(n/3,(i)=>[`image_${i}`, [{id:`m${i}`}]]))],
 ['jobs 30 deep', (n)=>({jobs:list(n/100,(i)=>nest(30,{job_id:`j${i}`,status:'x'},(v)=>({jobs:[v, {job_id:`k${i}`}]})))})],
 ['forked jobs', (n)=>fork(Math.floor(Math.log2(n/4)))],
 ['jobs in jobs', (n)=>nest(n/4,{job_id:'j'},(v)=>({jobs:[{job_id:'j'+Math.random()},v]}))],
 ['usage 60 deep', (n)=>({x:list(n/60,()=>nest(60,{usage:1},(v)=>({usage:v})))})],
 ['cost 60 deep', (n)=>({x:list(n/60,()=>nest(60,{cost:1},(v)=>({cost:1,a:v})))})],
 ['json in text', (n)=>({x:list(n/4,(i)=>`{"a":${i},"job_id":"b"}`)})],
 ['addresses in texts', (n)=>({data:list(n/10,()=>({message:'https://a.example.net/1.png '.repeat(50)}))})],
 ['flags', (n)=>({x:list(n,(i)=>({success:false}))})],
 ['nexts', (n)=>Object.fromEntries(list(n,(i)=>[`next_page_${i}`, `https://a/x?${i}`]))],
 ['status texts', (n)=>({x:list(n,(i)=>({status:`failed not completed ${i} processing again with error`}))})],
 ['image lists', (n)=>({image_url:'https://a.example/x.png', image_urls:list(n,(i)=>`https://a.example/${i}.png`)})],
 ['scopes', (n)=>({scopes:list(n/2,(i)=>({scope:`a:b${'x'}`}))})],
 ['choices', (n)=>({choices:[{message:{content:list(n/3,()=>({type:'text',text:'a'}))}}]})],
 ['tool calls', (n)=>({choices:[{message:{tool_calls:list(n/6,(i)=>({id:`c${i}`,function:{name:'f',arguments:'{}'}}))}}]})],
 ['models list', (n)=>({data:list(n/40,(i)=>({id:`m/${i}`,name:`Model ${i}`,type:'chat',pricing:{prompt:'0.00001',completion:'0.00002',image:'0'},supported_parameters:list(15,(k)=>`p${k}`),architecture:{modality:'text',input:['text'],output:['text']},created:1,context_length:1000}))})],
];
let undo = () => {};
beforeAll(() => { undo = countNatives(); });
afterAll(() => undo());
test('table', async () => {
 const out: string[] = [];
 for (const [s, make] of shapes) {
  const row: string[] = [];
  for (const [r, read] of readers) {
   const take = async (n: number) => { const b = JSON.parse(JSON.stringify(make(n))); if (r!=='walk') walk(b); const keep = walk(b); const t = await stepsOf(() => read(b)); void keep; return t.all; };
   const a = await take(N), b = await take(2*N), c = await take(4*N);
   const grow = (c-b)/Math.max(b-a,1);
   if (c/(4*N) > 60 || grow > 2.3 && c > 2*N) row.push(`${r} ${(c/(4*N)).toFixed(0)}/n x${grow.toFixed(1)}`);
  }
  require('fs').appendFileSync('/tmp/scratch/table.txt', s.padEnd(20)+row.join(' | ')+'\n');
 }
 process.stdout.write(out.join('\n')+'\n');
}, 600000);
