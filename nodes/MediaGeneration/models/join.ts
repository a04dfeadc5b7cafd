import { catalog, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { priceLabel } from '../../../contract/catalog/price';

/** A model as the catalog, the service's own list, or both know it. */
export interface KnownModel {
	id: string;
	kind: ModelKind | 'chat';
	status: 'Live' | 'Deprecated';
	type?: string;
	note?: string;
	/** For a person to read. */
	priceText?: string;
	etaSeconds?: number;
	/** The catalog's row. */
	entry?: ModelEntry;
	/** The service's own entry, as it came. */
	listed?: Record<string, unknown>;
}

/** How lists of models usually name what a model makes; the first pattern that fits counts. */
const kindWords: Array<[RegExp, KnownModel['kind']]> = [
	[/video/i, 'video'],
	[/studio|edit|image[-_ ]?to[-_ ]?image|i2i/i, 'studio'],
	[/image|picture|t2i/i, 'image'],
	[/chat|text|language|llm|completion/i, 'chat'],
];

/**
 * Reads the answer of "List models", whose shape is not documented: a list, bare or wrapped, of IDs or
 * of objects. An entry that does not tell its kind is taken for a chat model, which the document says
 * the list is there for. Never throws.
 */
export function readModelList(body: unknown): KnownModel[] {
	return findList(body).flatMap((entry) => {
		const fields = typeof entry === 'string' ? { id: entry } : entry;
		const id = [fields.id, fields.model_id, fields.model, fields.name].find((value) => typeof value === 'string');
		return typeof id === 'string' ? [describe(id, fields)] : [];
	});
}

/**
 * The catalog's rows and the service's entries of one product area, each model once. The service's word
 * on the status counts; the catalog's on everything it knows.
 */
export function joinModels(entries: ModelEntry[], listed: KnownModel[], kind?: KnownModel['kind']): KnownModel[] {
	const byKey = new Map(listed.map((model) => [keyOf(model), model]));
	const known = entries.map((entry): KnownModel => {
		const now = byKey.get(keyOf(entry)) ?? listed.find(({ id, kind: told }) => id === entry.id && told === 'chat');
		const { id, type, note, etaSeconds } = entry;
		const status = now?.status ?? entry.status;
		return { id, kind: entry.kind, status, type, note, etaSeconds, priceText: priceLabel(entry), entry, listed: now?.listed };
	});
	const inCatalog = new Set(catalog.map(({ id }) => id));
	const others = listed.filter((model) => !inCatalog.has(model.id) && (kind === undefined || model.kind === kind));
	return [...known, ...others];
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

type Listed = string | Record<string, unknown>;

/** The longest list, or where lists are grouped by what their models make, all of them. */
function findList(body: unknown): Listed[] {
	if (Array.isArray(body)) return body.filter((entry) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null));
	if (typeof body !== 'object' || body === null) return [];
	const lists = Object.entries(body)
		.map(([name, value]) => ({ name, list: typeof value === 'object' ? findList(value) : [] }))
		.filter(({ list }) => list.length > 0);
	if (lists.length > 1 && lists.every(({ name }) => kindWords.some(([words]) => words.test(name)))) {
		return lists.flatMap(({ name, list }) => list.map((entry) => (typeof entry === 'string' ? { id: entry, type: name } : { type: name, ...entry })));
	}
	return lists.reduce<Listed[]>((found, { list }) => (list.length > found.length ? list : found), []);
}

function describe(id: string, fields: Record<string, unknown>): KnownModel {
	const told = ['type', 'kind', 'category', 'modality', 'task', 'product', 'endpoint']
		.map((name) => fields[name])
		.find((value): value is string => typeof value === 'string');
	const kind = kindWords.find(([words]) => told && words.test(told))?.[1] ?? 'chat';
	const deprecated = fields.deprecated === true || /deprecated|retired/i.test(String(fields.status ?? ''));
	const eta = Number(fields.eta_seconds ?? fields.eta ?? NaN);
	return {
		id,
		kind,
		status: deprecated ? 'Deprecated' : 'Live',
		type: kind === 'video' && told !== 'video' ? told : undefined,
		priceText: priceOf(fields),
		etaSeconds: Number.isFinite(eta) ? eta : undefined,
		listed: fields,
	};
}

function priceOf(fields: Record<string, unknown>): string | undefined {
	const pricing = fields.pricing ?? fields.price ?? fields.cost;
	if (typeof pricing === 'string' || typeof pricing === 'number') return dollars(pricing);
	if (typeof pricing !== 'object' || pricing === null) return undefined;
	const prices = Object.entries(pricing).filter(([, value]) => value !== '' && Number.isFinite(Number(value)));
	if (prices.some(([name]) => /token|prompt|completion/i.test(name))) {
		return prices.map(([name, value]) => `${dollars(value)} per ${/out|completion/i.test(name) ? 'output' : 'input'} token`).join(', ');
	}
	const sorted = prices.sort(([, a], [, b]) => Number(a) - Number(b));
	const [lowest, highest] = [sorted[0], sorted.at(-1)];
	if (!lowest || !highest) return undefined;
	const unit = prices.some(([name]) => /second/i.test(name)) ? ' per second' : '';
	const range = Number(lowest[1]) === Number(highest[1]) ? '' : `–${dollars(highest[1])}`;
	return `${dollars(lowest[1])}${range}${unit}`;
}

const dollars = (amount: unknown) => `$${String(amount).replace(/^\$/, '')}`;
