import { wordList, type NameRule } from './rows';

/** Words that make a name that of an ID. */
export const idWords = wordList('id uuid guid arn');

/** IDs of what a job belongs to or has: never its own. */
export const neverJobs = wordList(
	'user model account organization org project team owner voice avatar parent file asset key workspace tenant lora style preset provider worker node',
);
/** IDs of a request, of a delivery, or the caller’s own: the job's only where there is no other. */
export const hardlyJobs = wordList(
	'trace event log correlation session span delivery message webhook conversation thread response transaction hold gateway http proxy edge cdn ingress client external custom idempotency reference ref',
);
/** Words of another job: that which this one comes from, goes on with, waits for or is made by. */
export const another = wordList(
	'root base source original origin previous prev earlier retry retried duplicate duplicated extend extended depend dependency blocking upstream vendor related linked remix remixed copied forked child sub from of after before',
);
/** Names of objects in which IDs are those of something else. */
export const otherHolders = wordList(
	`${[...another].join(' ')} provider model project user account owner`,
);

/** Names that are surely those of a job's ID, the best first. */
export const jobIdNames: readonly NameRule[] = [
	['job', 'the document'],
	['task', 'Kling, Kie, MiniMax, DashScope, Vidu, PiAPI, Novita'],
	[
		'generation|prediction|operation|render|run|inference|invocation|execution',
		'Leonardo generationId, Bedrock invocationArn',
	],
];
/** Names that are most likely those of a job's ID. */
export const likelyIdNames: readonly NameRule[] = [
	['video|image|media|creation|order|ticket|process|work|batch|queue', 'HeyGen video_id, Pika'],
	['prompt', 'ComfyUI'],
];
/** fal calls its jobs so; elsewhere it tells of the HTTP request. */
export const requestWords = wordList('request');

/** Names of objects that make a bare `id` in them the job's. */
export const jobWords = wordList('job task generation prediction operation run render');
/** Names of objects that make a bare `id` in them that of a file. */
export const fileHolders = wordList(
	'image video output asset artifact file media picture photo clip sample creation',
);
/** Beginnings of IDs that are no job's. */
export const foreignIds =
	/^(evt|event|req|request|msg|message|whk|wh|webhook|usr|user|acct|account|org|proj|model|file|key|trace|dlv|delivery)[-_:]/i;
