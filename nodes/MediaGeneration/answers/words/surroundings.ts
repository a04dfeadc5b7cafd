import { hasAny, wordList } from './rows';

/** What it means for a value to stand somewhere below a name. */
export type Mark = 'echo' | 'aside' | 'lesser' | 'step' | 'material';

/** Names of objects and lists that colour everything below them; a row for each mark. */
export const surroundings: ReadonlyArray<{ mark: Mark; words: ReadonlySet<string>; why: string }> =
	[
		{
			mark: 'echo',
			words: wordList(
				'input init source reference ref request query param parameter arg argument option setting config configuration prompt mask submitted',
			),
			why: 'what was asked for comes back in many answers (Replicate input, Luma request, PiAPI config, ComfyUI prompt): nothing in it is a result',
		},
		{
			mark: 'aside',
			words: wordList(
				'metadata usage billing account user owner author organization team project model webhook callback notification subscription plan queue worker node moderation safety upload metric timing stat tag payment wallet rate quota',
			),
			why: 'tells of something that belongs to the job, not of the job',
		},
		{
			mark: 'step',
			words: wordList(
				'log event history message step stage timeline attempt check sub subtask child try retry',
			),
			why: 'tells of a part of the job, or of how it stood before',
		},
		{
			mark: 'lesser',
			words: wordList(
				'thumbnail thumb preview cover poster watermark watermarked small tiny icon placeholder blur snapshot frame progressive storyboard sprite lowres draft',
			),
			why: 'a lesser form of what was asked for (Vidu cover and watermarked, HeyGen thumbnail)',
		},
		{
			mark: 'lesser',
			words: wordList('scene'),
			why: 'a part of a film, or what it was made of: the whole counts where there is one',
		},
		{
			mark: 'material',
			words: wordList('timeline modification'),
			why: 'what a result was cut from (Shotstack timeline, Creatomate modifications): no file in it is the result',
		},
	];

/** Words that make what is named after the request an answer to it: `promptFeedback`. */
const answers = wordList('feedback output result response error');

/** The marks that a name sets on everything below it. */
export function marksOf(words: readonly string[]): Mark[] {
	return surroundings
		.filter((row) => hasAny(words, row.words) && !(row.mark === 'echo' && hasAny(words, answers)))
		.map(({ mark }) => mark);
}
