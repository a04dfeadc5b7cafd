import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import {
	catalog,
	kinds,
	modelKinds,
	type ModelEntry,
	type ModelKind,
} from '../../contract/catalog';
import { rulesOf, type Rule } from '../../contract/catalog/rules';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';

/** A place that a value can stand in: a field, an entry of a collection, a part of a locator, a parameter of a model. */
export interface Site {
	/** From the node's parameters to the value. */
	path: string[];
	/** What the description says of it. */
	property: INodeProperties;
	/** What an error may call it: its label or name, or that of what it stands in. */
	names: string[];
	/** Of a parameter in the form of a model. */
	rule?: Rule;
	model?: ModelEntry;
	/** Which part of a field of several parts it is. */
	part: 'whole' | 'value' | 'mode' | 'entries' | 'entry';
}

/** One field of one operation, with all places within. */
export interface Field {
	property: INodeProperties;
	/** What has to be chosen for it to be shown. */
	setup: INodeParameters;
	/** Whether only tools have it, or no tool has it; either when absent. */
	asTool?: boolean;
	sites: Site[];
}

/** One operation, and what it asks for. */
export interface OperationFields {
	resource: string;
	operation: string;
	/** Of the models that it takes, if it takes media models. */
	kind?: ModelKind;
	fields: Field[];
}

const NOT_READ = ['notice', 'hidden', 'button', 'callout', 'curlImport'];
/** The choice of the operation itself. */
export const PICKERS = ['resource', 'operation'];

/** All operations of the node, walked from its own description, so that what is new is covered by itself. */
export function describedOperations(): OperationFields[] {
	const { properties } = new MediaGeneration().description;
	const pickers = properties.filter(({ name }) => name === 'operation');
	return pickers.flatMap((picker) => {
		const resource = String(picker.displayOptions?.show?.resource?.[0]);
		return (picker.options as INodePropertyOptions[]).map(({ value }) => {
			const operation = String(value);
			const own = properties.filter((property) => isShownFor(property, resource, operation));
			const kind = kindOf(own);
			const chosen = properties.filter(
				({ name, displayOptions }) =>
					name === 'resource' ||
					(name === 'operation' && displayOptions?.show?.resource?.includes(resource)),
			);
			return {
				resource,
				operation,
				kind,
				fields: [...own, ...chosen]
					.filter(({ type }) => !NOT_READ.includes(type))
					.map((property) => fieldOf(property, kind)),
			};
		});
	});
}

function isShownFor(
	{ name, displayOptions }: INodeProperties,
	resource: string,
	operation: string,
): boolean {
	const { show } = displayOptions ?? {};
	return (
		!PICKERS.includes(name) &&
		show?.resource?.includes(resource) === true &&
		show.operation?.includes(operation) === true
	);
}

function kindOf(properties: INodeProperties[]): ModelKind | undefined {
	const models = properties
		.filter(({ name }) => name === 'model')
		.map(({ default: chosen }) => (chosen as { value?: unknown }).value);
	return modelKinds.find((kind) => models.includes(kinds[kind].defaultModel));
}

function fieldOf(property: INodeProperties, kind: ModelKind | undefined): Field {
	const { show = {}, hide = {} } = property.displayOptions ?? {};
	const chosen = Object.entries(show).filter(
		([name]) => !PICKERS.includes(name) && !name.startsWith('@'),
	);
	const asTool = show['@tool'] ? true : hide['@tool'] ? false : undefined;
	const setup = Object.fromEntries(
		chosen.map(([name, values]) => [name.replace('/', ''), values?.[0]]),
	) as INodeParameters;
	const ownKind = (setup.kind as ModelKind | undefined) ?? kind;
	return { property, setup, asTool, sites: sitesIn(property, [property.name], [], ownKind) };
}

function sitesIn(
	property: INodeProperties,
	path: string[],
	above: string[],
	kind: ModelKind | undefined,
): Site[] {
	const names = [...above, property.displayName, property.name];
	const whole: Site = { path, property, names, part: 'whole' };
	switch (property.type) {
		case 'collection':
			return [
				whole,
				...(property.options as INodeProperties[]).flatMap((option) =>
					sitesIn(option, [...path, option.name], names, kind),
				),
			];
		case 'fixedCollection':
			return [
				whole,
				...(property.options as INodePropertyCollection[]).flatMap((group) =>
					sitesInGroup(group, whole, property.typeOptions?.multipleValues === true, kind),
				),
			];
		case 'resourceLocator':
			return [
				whole,
				{ ...whole, path: [...path, 'value'], part: 'value' },
				{ ...whole, path: [...path, 'mode'], part: 'mode' },
			];
		case 'resourceMapper':
			return [
				whole,
				{ ...whole, path: [...path, 'value'], part: 'entries' },
				...(kind ? formSites(kind, whole) : []),
			];
		default:
			return [whole];
	}
}

function sitesInGroup(
	{ name, values }: INodePropertyCollection,
	whole: Site,
	many: boolean,
	kind: ModelKind | undefined,
): Site[] {
	const entries: Site = { ...whole, path: [...whole.path, name], part: 'entries' };
	const entry: Site = {
		...whole,
		path: many ? [...entries.path, '0'] : entries.path,
		part: 'entry',
	};
	return [
		...(many ? [entries, entry] : [entry]),
		...values.flatMap((value) => sitesIn(value, [...entry.path, value.name], whole.names, kind)),
	];
}

function formSites(kind: ModelKind, whole: Site): Site[] {
	return catalog
		.filter((model) => model.kind === kind && model.status === 'Live')
		.flatMap((model) =>
			rulesOf(model)
				.filter(({ name }) => name !== 'prompt' && name !== 'image_urls')
				.map((rule): Site => ({
					...whole,
					path: [...whole.path, 'value', rule.name],
					names: [rule.name, rule.label],
					rule,
					model,
					part: 'value',
				})),
		);
}
