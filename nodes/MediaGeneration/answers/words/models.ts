import { modelKinds, type ModelKind } from '../../../../contract/catalog';

/** An edit is called after images too, and a video after both, so the last that fits counts. */
const areaWords: Readonly<Record<ModelKind, RegExp>> = {
	image: /image|picture|t2i/i,
	studio: /studio|edit|image[-_ ]?to[-_ ]?image|i2i|inpaint/i,
	video: /video|t2v|i2v|v2v/i,
};

/** What a model makes, by words that tell its kind; the first that fit count. */
export const kindWords: ReadonlyArray<{ words: RegExp; kind: ModelKind | 'chat' }> = [
	{ words: /to[-_ ]?text|->\s?text$|caption|interpret|understand/i, kind: 'chat' },
	...modelKinds.toReversed().map((kind) => ({ words: areaWords[kind], kind })),
	{ words: /chat|text|language|llm|completion/i, kind: 'chat' },
];
