import { readFileSync } from 'node:fs';
import { nodeItems } from '../../host';
import { VIDEO } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { useServer } from '../support/server';
import { answerOf } from '../support/faults';

const real = useRealN8n({ own: true });
const host = useServer();
const MIB = 1024 * 1024;

/** Resident memory of a process, in bytes. */
function residentBytes(pid: number): number {
	return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

test('a file of 1 GiB goes through n8n without staying in its memory', async () => {
	const chunk = Buffer.alloc(MIB, 7);
	let chunks = 0;
	let peak = 0;
	host.answer = (_, response) => {
		response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': chunks * MIB });
		let sent = 0;
		const send = (): void => {
			peak = Math.max(peak, residentBytes(real.n8n.pid));
			while (sent < chunks) {
				sent++;
				if (!response.write(chunk)) return void response.once('drain', send);
			}
			response.end();
		};
		send();
	};
	const url = `${host.url}/big.mp4`;
	real.fault = ({ path }) =>
		path.includes('/videos/') ? answerOf({ job_id: 'big', status: 'completed', url }) : undefined;
	const grownBy = async (mebibytes: number): Promise<number> => {
		chunks = mebibytes;
		peak = 0;
		const before = residentBytes(real.n8n.pid);
		const execution = await real.run({ ...VIDEO, prompt: 'big' });
		expect(nodeItems(execution, 'Media Generation')[0]?.binary?.data).toMatchObject({
			mimeType: 'video/mp4',
			bytes: mebibytes * MIB,
		});
		return (peak - before) / MIB;
	};
	await grownBy(1);
	const grown = await grownBy(1024);
	process.stderr.write(`1 GiB video: n8n grew by ${grown.toFixed(1)} MiB\n`);
	// What V8 lets pile up before it frees buffers, whatever the file's size; a quarter of this one.
	expect(grown).toBeLessThan(256);
});
