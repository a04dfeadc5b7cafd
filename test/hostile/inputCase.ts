import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { rulesOf } from '../../contract/catalog/rules';
import { parameters as vocabulary } from '../../contract/parameters';
import { sampleOf } from '../support/values';
import { mustFail } from './mustFail';
import type { Chance } from './random';
import { PICKERS, type Field, type OperationFields, type Site } from './sites';
import { hostileValue, names } from './values';

/** What a valid request refers to. */
export interface World {
	/** Of a picture that the sandbox can fetch. */
	pictureUrl: string;
	jobId: string;
	keyId: string;
}

/** One hostile value in one place of an otherwise right node. */
export interface InputCase {
	operation: OperationFields;
	field: Field;
	site: Site;
	value: unknown;
	/** Given by an expression, rather than typed. */
	byExpression: boolean;
	onError: 'stopWorkflow' | 'continueRegularOutput';
	asTool: boolean;
	/** How many items there are; the value is that of the second, if there is one. */
	items: 1 | 3;
	/** Whether it must be named as wrong, with nothing sent. */
	wrong: boolean;
}

/** A case: any operation, any of its fields, any place within, any value. */
export function inputCase(chance: Chance, operations: OperationFields[]): InputCase {
	const { operation, field, site } = anyPlace(chance, operations);
	const asTool =
		field.asTool ??
		(site.property.displayOptions?.show?.['@tool'] !== undefined ||
			(!site.property.displayOptions?.hide?.['@tool'] && chance.happens(0.15)));
	const value = valueFor(chance, site);
	const byExpression = chance.happens(0.6);
	// n8n takes an expression here for plain text.
	const seen =
		byExpression && site.property.noDataExpression === true && site.property.type === 'string'
			? '{{ $json.x }}'
			: value;
	const isMaking =
		operation.kind !== undefined &&
		operation.resource !== 'billing' &&
		field.property.name !== 'prompt' &&
		!PICKERS.includes(field.property.name);
	return {
		operation,
		field,
		site,
		value,
		byExpression,
		items: byExpression && !asTool && isMaking && chance.happens(0.4) ? 3 : 1,
		onError: chance.happens(0.4) ? 'stopWorkflow' : 'continueRegularOutput',
		asTool,
		wrong: mustFail(site, seen, byExpression) || isWrongModel(site, seen),
	};
}

type Place = Pick<InputCase, 'operation' | 'field' | 'site'>;

/** Each operation as often as any other, and each place; the choice of the operation itself seldom. */
function anyPlace(chance: Chance, operations: OperationFields[]): Place {
	const { pickers, own, free, byOperation } = placesOf(operations);
	if (chance.happens(0.02)) return chance.pick(pickers);
	if (chance.happens(0.2)) return chance.pick(own);
	return chance.pick(chance.happens(0.5) ? free : chance.pick(byOperation));
}

interface Places {
	pickers: Place[];
	own: Place[];
	/** Without the parameters of models, of which there are most. */
	free: Place[];
	byOperation: Place[][];
}

/** Worked out once for all cases. */
const known = new WeakMap<OperationFields[], Places>();

function placesOf(operations: OperationFields[]): Places {
	const before = known.get(operations);
	if (before) return before;
	const all = operations.flatMap((operation) =>
		operation.fields.flatMap((field) =>
			field.sites.map((site): Place => ({ operation, field, site })),
		),
	);
	const own = all.filter(({ field }) => !PICKERS.includes(field.property.name));
	const free = own.filter(({ site }) => site.rule === undefined);
	const byOperation = operations
		.map((operation) => free.filter((place) => place.operation === operation))
		.filter(({ length }) => length > 0);
	const places = { pickers: all.filter((place) => !own.includes(place)), own, free, byOperation };
	known.set(operations, places);
	return places;
}

function valueFor(chance: Chance, { property, part }: Site): unknown {
	const isRecord =
		property.type === 'json' ||
		property.type === 'collection' ||
		(property.type === 'resourceMapper' && part === 'entries');
	if (!isRecord || chance.happens(0.4)) return hostileValue(chance);
	const record: IDataObject = {};
	const known =
		property.type === 'collection'
			? (property.options as INodeProperties[]).map(({ name }) => name)
			: Object.keys(vocabulary);
	for (let count = 1 + chance.below(3); count > 0; count--) {
		const name = chance.happens(0.5) ? chance.pick(names) : chance.pick(known);
		Object.defineProperty(record, name, {
			value: hostileValue(chance),
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return property.type === 'json' && chance.happens(0.6) ? asJson(record) : record;
}

function asJson(value: unknown): unknown {
	try {
		return JSON.stringify(value);
	} catch {
		return value;
	}
}

/** An object in place of a model's ID is no model, wherever it stands. */
function isWrongModel({ property }: Site, value: unknown): boolean {
	if (property.name !== 'extraBody') return false;
	const parsed = typeof value === 'string' ? parsedObject(value) : value;
	const given =
		typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, 'model')
			? (parsed as { model: unknown }).model
			: undefined;
	return typeof given === 'object' && given !== null;
}

function parsedObject(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** What tells the items of a case apart. */
export const promptOf = (index: number) => `A lighthouse, number ${index}`;

/** The parameters and the items of a case. Without its Options a video is waited for as long as it takes, so that is left out. */
export function nodeOf(
	{ operation, field, site, value, byExpression, asTool, items: count }: InputCase,
	world: World,
): { parameters: INodeParameters; items: INodeExecutionData[] } {
	const waits =
		site.path[0] === 'options' && site.path.length === 1 && operation.kind === 'video'
			? { waitFor: 'submit' }
			: {};
	const parameters = validParameters(
		operation,
		world,
		{ ...waits, ...field.setup, ...(asTool && { maxCostPerCall: 100, allowAsTool: true }) },
		site,
	);
	const usual = site.path.reduce<unknown>(
		(here, name) => (here as Record<string, unknown> | undefined)?.[name],
		parameters,
	);
	put(parameters, site.path, byExpression ? '={{ $json.x }}' : value);
	if (!byExpression) return { parameters, items: [{ json: {} }] };
	if (count === 1) return { parameters, items: [{ json: { x: value } as IDataObject }] };
	parameters.prompt = '={{ $json.prompt }}';
	return {
		parameters,
		items: [usual, value, usual].map((x, index) => ({
			json: { x, prompt: promptOf(index) } as IDataObject,
		})),
	};
}

/** Parameters with which an operation succeeds: what it requires, and short waits. */
export function validParameters(
	{ resource, operation, kind, fields }: OperationFields,
	world: World,
	setup: INodeParameters = {},
	site?: Site,
): INodeParameters {
	const parameters: INodeParameters = { resource, operation };
	for (const { property, setup: needed } of fields) {
		if (
			Object.entries(needed).some(
				([name, value]) => setup[name] !== undefined && setup[name] !== value,
			)
		)
			continue;
		const value = validValue(property, world, resource);
		if (value !== undefined) parameters[property.name] ??= value as never;
	}
	Object.assign(parameters, structuredClone(setup));
	const model = site?.model;
	if (model) {
		parameters.model = { __rl: true, mode: 'id', value: model.id } as never;
		const needed = rulesOf(model).filter(
			({ required, name }) => required && name !== 'prompt' && name !== 'image_urls',
		);
		const value = Object.fromEntries(
			needed.map((rule) => [rule.name, rule.type === 'url' ? world.pictureUrl : sampleOf(rule)]),
		);
		parameters.parameters = {
			mappingMode: 'defineBelow',
			value,
			matchingColumns: [],
			schema: [],
		} as never;
	}
	if (kind && resource !== 'billing') parameters.prompt ??= 'A lighthouse';
	return parameters;
}

function validValue(
	property: INodeProperties,
	{ pictureUrl, jobId, keyId }: World,
	resource: string,
): unknown {
	const locator = (value: string) => ({ __rl: true, mode: 'id', value });
	const known: Record<string, unknown> = {
		image_urls: [pictureUrl],
		image_url: pictureUrl,
		video_url: pictureUrl,
		jobId,
		keyId: locator(keyId),
		scopes: ['image:*'],
		messages: { message: [{ role: 'user', content: 'Hello' }] },
		limits: { daily_limit_usd: 5 },
		...(resource === 'chat' && { model: locator('sandbox-chat-small') }),
	};
	const { name, type, required } = property;
	if (Object.hasOwn(known, name)) return structuredClone(known[name]);
	if (type === 'collection') return waitsOf(property);
	if (type === 'resourceLocator') return { __rl: true, ...(property.default as object) };
	return required ? 'A lighthouse' : undefined;
}

/** In seconds: short waits for jobs; a request's time-out only ends one that hangs. */
const waits: IDataObject = { wait: true, pollInterval: 0.1, timeout: 2, requestTimeout: 600 };

/** Those that the collection has. */
function waitsOf({ options }: INodeProperties): IDataObject {
	const has = new Set((options as INodeProperties[]).map(({ name }) => name));
	return Object.fromEntries(Object.entries(waits).filter(([name]) => has.has(name)));
}

/** Puts a value at a path, making what is missing on the way; never touches a prototype. */
function put(target: object, path: string[], value: unknown): void {
	const [name = '', ...rest] = path;
	const here = target as Record<string, unknown>;
	if (rest.length === 0) {
		Object.defineProperty(here, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
		return;
	}
	const next = here[name];
	if (typeof next !== 'object' || next === null) here[name] = rest[0] === '0' ? [] : {};
	put(here[name] as object, rest, value);
}
