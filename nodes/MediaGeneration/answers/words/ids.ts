import { wordList } from './rows';

/** Words that make a name that of an ID. */
export const idWords = wordList('id uuid guid arn');

/** Words of IDs that are never a job's. */
export const neverJobs = wordList(
	'user model account organization org project team owner voice avatar parent file asset key workspace tenant lora style preset provider worker node',
);
const another =
	'root base source original origin previous retry duplicated extended depend upstream vendor related remixed child sub from of';
/** Words of IDs that are the job's only where there is no other: a trace's, a delivery's, the caller's, another job's. */
export const hardlyJobs = wordList(
	`trace event log correlation session span delivery message webhook response transaction hold gateway http client external custom idempotency reference ref ${another}`,
);
/** Names of objects whose IDs are those of something else. */
export const otherHolders = wordList(`${another} provider model project user account owner`);

/** Names of objects whose bare `id` is the job's. */
export const jobWords = wordList('job task generation prediction operation run render');
/** Names of objects whose bare `id` is that of a file. */
export const fileHolders = wordList(
	'image video output asset artifact file media picture photo clip sample creation',
);
