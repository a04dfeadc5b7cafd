import { modelKinds, type ModelKind } from '../../../../contract/catalog';
import { wordList, type Rule } from './rows';

/** Words for each product area. An edit is called after images too, and a video after both, so the last that fits counts. */
export const areaWords: Readonly<Record<ModelKind, RegExp>> = {
	image: /image|picture|t2i/i,
	studio: /studio|edit|image[-_ ]?to[-_ ]?image|i2i|inpaint/i,
	video: /video|t2v|i2v|v2v/i,
};

/** What a model makes, by words of what the list says of it; the first that fits counts. */
export const kindWords: ReadonlyArray<{ words: RegExp; kind: ModelKind | 'chat' }> = [
	{ words: /to[-_ ]?text|->\s?text$|caption|interpret|understand/i, kind: 'chat' },
	...modelKinds.toReversed().map((kind) => ({ words: areaWords[kind], kind })),
	{ words: /chat|text|language|llm|completion/i, kind: 'chat' },
];

/** Names under which a list tells what a model makes, the best first. */
export const kindNames: readonly Rule[] = [
	['type|kind|category', 'most lists'],
	['output modality', 'OpenRouter: output_modalities'],
	['task|product|capability|feature|support|supported|method', 'fal, Hugging Face, Google'],
	['modality', 'image, or text->image'],
];
/** Words that make of such a name what goes in. */
export const inputWords = wordList('input in tokenizer');

/** Names of a model's ID, the best first. */
export const modelIds: readonly Rule[] = [
	['id', 'the document'],
	['model|slug|endpoint', 'fal, Replicate'],
	['name', 'Google'],
];
/** Words of such names that say nothing more. */
export const besidesModelIds = wordList('id model slug name endpoint');

/** Words of a status, or of a field that is true, that tell of a model no longer to be used. */
export const deprecatedWords = wordList(
	'deprecated deprecation retired sunset discontinued removed inactive disabled legacy',
);
export const statusNames = wordList('status state lifecycle');
