import { modelKinds, type ModelKind } from '../../../../contract/catalog';
import { areaWords } from './areas';
import { wordList, type WordRow } from './rows';

/** What a model makes, by words of what the list says of it; the first that fits counts. */
export const kindWords: ReadonlyArray<{ words: RegExp; kind: ModelKind | 'chat' }> = [
	{ words: /to[-_ ]?text|->\s?text$|caption|interpret|understand/i, kind: 'chat' },
	...modelKinds.toReversed().map((kind) => ({ words: areaWords[kind], kind })),
	{ words: /chat|text|language|llm|completion/i, kind: 'chat' },
];

/** Names under which a list tells what a model makes. */
export const kindNames: readonly WordRow[] = [
	{ words: 'input|tokenizer|content|instruct type|modality|kind', weight: 0, why: 'what goes in' },
	{ words: 'type|kind|category', weight: 100, why: 'most lists' },
	{ words: 'in modality|type|kind', weight: 0, why: 'what goes in' },
	{ words: 'output|out modality|type', weight: 95, why: 'output_modalities' },
	{
		words: 'task|product|endpoint|capability|group|mode',
		weight: 80,
		why: 'fal and Hugging Face-like lists',
	},
	{ words: 'modality', weight: 70, why: 'image, or text->image' },
	{ words: 'tag|family|domain', weight: 20, why: 'last resort' },
];

/** Names that tell nothing of a kind without the one around them: modalities.output. */
export const directionWords = wordList('input output in out');

/** Names of a model's ID, the best first. */
export const modelIds = [
	'id',
	'model id',
	'model',
	'slug',
	'model name',
	'name',
	'key',
	'value',
	'identifier',
	'endpoint id',
];

/** Words of a status, or of a field that is true, that tell of a model no longer to be used. */
export const deprecatedWords = wordList(
	'deprecated deprecation retired retirement sunset discontinued removed inactive disabled legacy obsolete unavailable offline archived',
);
export const statusNames = wordList('status state lifecycle stage availability');
/** Fields that tell the same by being false. */
export const servedWords = wordList('active enabled available live online');

/** Names of the time that a model takes. */
export const etaNames: readonly WordRow[] = [
	{
		words: 'out|max|min|limit|created|updated|at|date|price|cost|usd|per|clip|video',
		weight: 0,
		why: 'another time, or a price per time',
	},
	{ words: 'eta', weight: 100, why: 'the document' },
	{
		words:
			'average|avg|mean|typical|expected|estimated|approx time|second|latency|duration|runtime',
		weight: 80,
		why: 'avg_generation_time, expected_seconds',
	},
];

/** Names that hold prices. */
export const priceNames = wordList('pricing price cost rate');
