import type { EndpointName } from '../endpoints';
import type { ParameterName, ParameterRow } from '../parameters';
import type { Media, ModelKind } from './modelKinds';
import type { ToolName } from './tools';

/** What a product area or a model says of parameters: the names it takes, and where it narrows them. */
type ParameterOverrides = { readonly [name in ParameterName]?: Partial<ParameterRow> };

/** An amount in US dollars, or the lowest and the highest of a documented range. */
export type UsdAmount = string | readonly [low: string, high: string];

/** What a request costs when its values match `when`; a row without `when` always matches. */
export interface Rate {
	readonly when?: { readonly [name in ParameterName]?: ReadonlyArray<string | number> };
	readonly usd: UsdAmount;
}

/** The price of a model: per request, or per second of the `seconds` value. The first matching rate counts. */
export interface Price {
	readonly per: 'request' | 'second';
	readonly rates: readonly Rate[];
	/** The document says "about". */
	readonly approximate?: boolean;
}

/** A row of a model table in the API document. */
export interface ModelEntry {
	readonly id: string;
	readonly kind: ModelKind;
	readonly status: 'Live' | 'Deprecated';
	/** Videos only: text-to-video, image-to-video, video-to-video, ... */
	readonly type?: string;
	/** The one thing that it does, where that has a name of its own. */
	readonly does?: ToolName;
	/** Required beside `prompt` and what the product area requires of every model. */
	readonly required?: readonly ParameterName[];
	/** Optional beside what the product area takes for every model. */
	readonly accepts: ParameterOverrides;
	readonly etaSeconds: number;
	/** Taken, but without effect. */
	readonly ignores?: readonly ParameterName[];
	/** The reference input whose length and framing the result has, whatever else is asked for. */
	readonly follows?: ParameterName;
	/** The reference input to whose end the result is added. */
	readonly continues?: ParameterName;
	/** The list of references of which only the first has an effect. */
	readonly usesFirst?: ParameterName;
	/** Videos only: the result has sound although no knob asks for it. */
	readonly includesAudio?: boolean;
	/** Something a person should know before choosing it. */
	readonly note?: string;
}

/** A model whose price is known. */
export interface PricedModel extends ModelEntry {
	readonly price: Price;
}

/** What all models of a product area share. */
export interface KindEntry {
	readonly label: string;
	readonly makes: Media;
	readonly endpoint: EndpointName;
	/** Where its jobs are asked about. */
	readonly statusEndpoint: EndpointName;
	readonly defaultModel: string;
	readonly required: readonly ParameterName[];
	/** Taken by every model of the kind, documented or not. */
	readonly common: ParameterOverrides;
	/** The whole vocabulary of the endpoint, for models that the document does not list. */
	readonly vocabulary: ParameterOverrides;
	/** Documented as top-level body fields; every other knob travels in `additional_settings`. */
	readonly topLevel: 'all' | readonly ParameterName[];
	/** The shortest time that the document gives for models that it does not list, in seconds. */
	readonly unlistedEtaSeconds: number;
}
