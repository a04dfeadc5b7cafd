import { wordList } from './rows';

/** Words that make a name that of an ID. */
export const idWords = wordList('id uuid guid arn');

/** IDs of what a job belongs to or has: never its own. */
export const neverJobs = wordList(
	'user model account organization org project team owner voice avatar parent file asset key workspace tenant lora style preset provider worker node',
);
/** Words of another job: that which this one comes from, goes on with, waits for or is made by. */
const another =
	'root base source original origin previous retry duplicated extended depend upstream vendor related remixed child sub from of';
/** IDs of a request, of a delivery, the caller’s own or those of another job: the job's only where there is no other. */
export const hardlyJobs = wordList(
	`trace event log correlation session span delivery message webhook response transaction hold gateway http client external custom idempotency reference ref ${another}`,
);
/** Names of objects in which IDs are those of something else. */
export const otherHolders = wordList(`${another} provider model project user account owner`);

/** Names of objects that make a bare `id` in them the job's. */
export const jobWords = wordList('job task generation prediction operation run render');
/** Names of objects that make a bare `id` in them that of a file. */
export const fileHolders = wordList(
	'image video output asset artifact file media picture photo clip sample creation',
);
