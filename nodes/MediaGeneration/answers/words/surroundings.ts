import { includesAny, wordList } from './words';

/**
 * What it means to stand below a name: it was asked for (`echo`), only belongs to the job or its result (`aside`), or tells
 * of a part of the job or of its past (`step`).
 */
export type SubtreeMark = 'echo' | 'aside' | 'step';

const surroundings: Readonly<Record<SubtreeMark, ReadonlySet<string>>> = {
	echo: wordList(
		'input init source reference ref request query param parameter arg argument option setting config configuration prompt mask submitted timeline modification',
	),
	aside: wordList(
		'metadata usage billing account user owner author organization team project model webhook callback notification subscription plan queue worker node moderation safety upload storage backup archive publication review approval thumbnail thumb preview cover poster watermark watermarked metric timing stat tag payment wallet rate quota',
	),
	step: wordList('log event history message step stage attempt check sub subtask child try retry'),
};

/** Words that make a name of what was asked for that of an answer: `promptFeedback`. */
const answers = wordList('feedback output result response error');

/** The marks that a name sets on all below it. */
export const marksBelowName = (words: readonly string[]): SubtreeMark[] =>
	(Object.keys(surroundings) as SubtreeMark[]).filter(
		(mark) =>
			includesAny(words, surroundings[mark]) && !(mark === 'echo' && includesAny(words, answers)),
	);
