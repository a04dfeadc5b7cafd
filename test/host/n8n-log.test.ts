import { jobIn } from '../../host/greeting';

const accepted = (told: object) => `Media Generation accepted: ${JSON.stringify(told)}`;

test.each([
	[
		'an accepted job',
		accepted({ job_id: 'j-1', model: 'model-dev', workflow: 'Night', node: 'Draw' }),
		'Accepted: a job of model-dev, sent by "Draw" in "Night"',
	],
	[
		'one without an ID',
		accepted({ status_url: '/jobs/1', model: 'm', workflow: 'W', node: 'N' }),
		'Accepted: a job of m, sent by "N" in "W"',
	],
	['a line that was cut', 'Media Generation accepted: {"job_id": "j}', undefined],
	[
		'a stopped workflow',
		'Stopped. Job j-2 keeps running and is still charged; Get Job fetches it.',
		'Stopped. Job j-2 keeps running and is still charged; Get Job fetches it.',
	],
	['anything else', 'Activated workflow "Media Generation"', undefined],
])('of n8n’s log, %s', (_, line, told) => expect(jobIn(line)).toBe(told));
