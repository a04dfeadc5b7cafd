import { wordList, type WordRow } from './rows';

/** Words that make a name that of an ID. */
export const idWords = wordList('id uuid guid arn');

/** What an ID weighs that is another job’s: more than none, less than any of this one’s. */
export const otherJobsId = 4;

/** Words that make of a job another one: that which this one comes from, goes on with, waits for or is made by. */
const another =
	'source original origin previous prev earlier retry retried duplicate duplicated extend extended depend dependency blocking upstream vendor related linked remix remixed copied forked child sub from of after before';
/** Names of objects in which the IDs are those of another job. */
export const otherHolders = wordList(`${another} provider model project user account owner`);

/** Names under which services tell a job's ID; the words of the object it stands in count for a bare `id`. */
export const idNames: readonly WordRow[] = [
	{
		words:
			'trace|event|log|correlation|session|span|delivery|message|webhook|conversation|thread|response|transaction|hold id|uuid',
		weight: 2,
		why: 'tells of the request or the delivery; last resort',
	},
	{
		words: 'gateway|http|proxy|edge|cdn|ingress request id|uuid|guid',
		weight: 2,
		why: 'of the HTTP request, on its way; last resort',
	},
	{
		words:
			'user|model|account|organization|org|project|team|owner|voice|avatar|parent|file|asset|key|workspace|tenant|lora|style|preset|provider|worker|node id|uuid|guid',
		weight: 0,
		why: 'belongs to something else',
	},
	{
		words: 'image|video|media|file set id|uuid|guid',
		weight: 0,
		why: 'of what the job belongs to',
	},
	{ words: 'client|external|custom|idempotency id|uuid|guid', weight: 5, why: 'the caller’s own' },
	{
		words: `root|base|${another.replaceAll(' ', '|')} job|task|generation|prediction|operation|render|run|order|request|video|image id|uuid|guid|arn`,
		weight: otherJobsId,
		why: 'of another job: remixed_from_video_id, origin_task_id; last resort',
	},
	{ words: 'job id|uuid|guid', weight: 100, why: 'the document' },
	{
		words: 'task id|uuid|guid',
		weight: 95,
		why: 'Kling, Kie, MiniMax, DashScope, Vidu, PiAPI, Novita',
	},
	{
		words:
			'generation|prediction|operation|render|run|inference|invocation|execution id|uuid|guid|arn',
		weight: 90,
		why: 'Leonardo generationId, Bedrock invocationArn',
	},
	{
		words: 'video|image|media|creation|order|ticket|process|work|batch|queue id|uuid|guid',
		weight: 70,
		why: 'HeyGen video_id, Pika',
	},
	{ words: 'prompt id', weight: 65, why: 'ComfyUI' },
	{
		words: 'request id|uuid|guid',
		weight: 20,
		why: 'fal calls its jobs so; elsewhere it tells of the HTTP request',
	},
	{ words: 'reference|ref id|uuid|guid', weight: 5, why: 'the caller’s own' },
];

/** What the ID weighs where its name is nothing but `id` or the like. */
export const bareId = 60;
/** What else an ID weighs by what it is and where it stands; `bare` are those whose name is nothing but `id` or the like. */
export const idWeights = {
	/** A bare one that may be that of a row in a table, beside an ID that is text. */
	bareNumber: -3,
	/** In an object called after a job. */
	bareInJob: 20,
	/** In a list of such objects, each with a state: it may be one of the parts that the job has. */
	bareInListedJob: 10,
	/** In an object called after a file. */
	bareInFile: -15,
	bareBesideState: 15,
	bareBesideEvent: -30,
	/** In an entry of a list that holds an object about a file. */
	bareOfFileBelow: -45,
	/** In an entry of a list, or beside a file in one. */
	bareListed: -20,
	/** Of a weak name, beside a state that is more than a polite word. */
	weakBesideState: 10,
	uuid: 3,
	/** Begins as other things' IDs do. */
	foreign: -45,
	/** Below a name of what only belongs to a job. */
	aside: -50,
	/** Each level that it stands deeper. */
	level: 2,
	/** Its name has no word for an ID. */
	unnamed: -1,
	/** Of two names that are as good the shorter is the job's own: `job_id` before `batch_job_id`. */
	longName: -1,
} as const;
/** What the path of a job weighs, `projects/1/operations/2`. */
export const pathId = 80;
/** What an ID weighs under a name that is a job's and no more: `task`. */
export const jobNamed = 50;
/** What a text of letters and digits weighs that is all of a `result` or `data`. */
export const onlyText = 8;
/** What weighs less is taken for a job's ID only where nothing else can be one. */
export const fallbackId = 20;
/** What weighs as much by its own name is the ID of a job and of nothing else. */
export const surelyJobs = 80;
/** What it weighs under a name that no row knows, such as `dream_id`. */
export const unknownId = 30;

/** Names of objects that make a bare `id` in them the job's. */
export const jobWords = wordList('job task generation prediction operation run render');
/** Those of them that are a job's even in a list: tasks and generations may be parts of one. */
export const jobHolders = wordList('job');
/** Names of objects that make a bare `id` in them that of a file. */
export const fileHolders = wordList(
	'image video output asset artifact file media picture photo clip sample creation',
);
/** Beginnings of IDs that are no job's. */
export const foreignIds =
	/^(evt|event|req|request|msg|message|whk|wh|webhook|usr|user|acct|account|org|proj|model|file|key|trace|dlv|delivery)[-_:]/i;
