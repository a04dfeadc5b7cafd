import { wordList } from './words';

/** Words that make a name that of an ID. */
export const idWords = wordList('id uuid guid arn');

const another =
	'root base source original origin previous retry duplicated extended depend upstream vendor related remixed child sub from of';

/** Names of objects whose bare `id` is that of a file. */
export const fileHolders = wordList(
	'image video output asset artifact file media picture photo clip sample creation',
);

/** Words of names by which the ID of a job is told from other IDs. */
export const jobIdWords = {
	never: wordList(
		'user model account organization org project team owner voice avatar parent file asset key workspace tenant lora style preset provider worker node',
	),
	/** The job's only where there is no other: IDs of a trace, a delivery, the caller, another job. */
	hardly: wordList(
		`trace event log correlation session span delivery message webhook response transaction hold gateway http client external custom idempotency reference ref ${another}`,
	),
	/** Names of objects whose IDs are those of something else. */
	otherHolder: wordList(`${another} provider model project user account owner`),
	/** Names of objects whose bare `id` is the job's. */
	holder: wordList('job task generation prediction operation run render'),
};
