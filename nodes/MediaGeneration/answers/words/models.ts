import { modelKinds, type ModelKind } from '../../../../contract/catalog';
import { areaWords } from './areas';
import { wordList, type Rule } from './rows';

/** What a model makes, by words of what the list says of it; the first that fits counts. */
export const kindWords: ReadonlyArray<{ words: RegExp; kind: ModelKind | 'chat' }> = [
	{ words: /to[-_ ]?text|->\s?text$|caption|interpret|understand/i, kind: 'chat' },
	...modelKinds.toReversed().map((kind) => ({ words: areaWords[kind], kind })),
	{ words: /chat|text|language|llm|completion/i, kind: 'chat' },
];

/** Names under which a list tells what a model makes, the best first. */
export const kindNames: readonly Rule[] = [
	['type|kind|category', 'most lists'],
	['output|out modality', 'output_modalities'],
	[
		'task|product|endpoint|capability|ability|can|make|feature|operation|purpose|support|supported|action|method|skill|group|mode',
		'fal and Hugging Face-like lists',
	],
	['modality', 'image, or text->image'],
	['tag|family|domain', 'last resort'],
];
/** Words that make of such a name what goes in. */
export const inputWords = wordList('input in tokenizer content instruct');
/** Names that tell nothing of a kind without the one around them: modalities.output, features[].name. */
export const directionWords = wordList('input output in out name id value slug label');

/** Names of a model's ID, the best first. */
export const modelIds: readonly Rule[] = [
	['id', 'the document'],
	['model|slug|endpoint', 'plain shapes'],
	['name|key|value|identifier', 'plain shapes'],
];
/** Words of such names that say nothing more. */
export const besidesModelIds = wordList('id model slug name key value identifier endpoint');

/** Words of a status, or of a field that is true, that tell of a model no longer to be used. */
export const deprecatedWords = wordList(
	'deprecated deprecation retired retirement sunset discontinued removed inactive disabled legacy obsolete unavailable offline archived',
);
export const statusNames = wordList('status state lifecycle stage availability');
/** Fields that tell the same by being false. */
export const servedWords = wordList('active enabled available live online');

/** Names of the time that a model takes, the best first. */
export const etaNames: readonly Rule[] = [
	['eta', 'the document'],
	[
		'average|avg|mean|typical|expected|estimated|approx time|second|latency|duration|runtime',
		'avg_generation_time, expected_seconds',
	],
];
/** Words of another time, or of a price per time. */
export const otherTimes = wordList(
	'out max min limit created updated at date price cost usd per clip video',
);
