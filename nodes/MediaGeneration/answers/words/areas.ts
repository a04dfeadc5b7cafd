import type { ModelKind } from '../../../../contract/catalog';

/** Words for each product area in a list of models. An edit is called after images too, and a video after both, so the last that fits counts. */
export const areaWords: Readonly<Record<ModelKind, RegExp>> = {
	image: /image|picture|t2i/i,
	studio: /studio|edit|image[-_ ]?to[-_ ]?image|i2i|inpaint/i,
	video: /video|t2v|i2v|v2v/i,
};
