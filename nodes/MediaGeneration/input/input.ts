import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type IPollFunctions,
	type ISupplyDataFunctions,
	type IWebhookFunctions,
	type NodePropertyTypes,
} from 'n8n-workflow';
import { showValue } from '../../../contract/catalog/rules';
import { isData } from '../support/data';
import { nodeOf } from '../support/node';
import type { Field } from './field';
import { isMissing, type Reader } from './readers';

/** Gives a parameter as n8n has it, whatever that is. */
type Source = (name: string) => unknown;

/**
 * The one way to what a user, an expression or an agent has given for an item. Every value is read by its own
 * reader; what is wrong is collected, so that {@link check} can tell all of it at once, before anything is sent.
 */
export class Input {
	private readonly problems: string[] = [];

	private collection?: IDataObject;

	constructor(
		private readonly node: INode,
		readonly itemIndex: number,
		private readonly source: Source,
	) {}

	/** A parameter of the node; its default where the node was saved without it. */
	parameter<T>({ property, reader }: Field<T>): T | undefined {
		const { name, displayName, type } = property;
		return this.read(displayName, reader, this.given(name, property.default), type);
	}

	/** An entry of Options; nothing where it was not added. */
	option<T>({ property, reader, called = property.displayName, needed }: Field<T>): T | undefined {
		this.collection ??= this.readCollection('options', 'Options');
		if (!Object.hasOwn(this.collection, property.name)) return undefined;
		const given = this.collection[property.name];
		if (needed && isMissing(given)) this.wrong(called, reader.rule, given);
		return this.read(called, reader, given, property.type);
	}

	/** A parameter as it was given; of a resource locator what was chosen. */
	given(name: string, fallback?: unknown): unknown {
		const given = Object.hasOwn(this.node.parameters, name) ? this.source(name) : fallback;
		return isData(given) && given.__rl === true ? given.value : given;
	}

	/** A parameter as it stands in the workflow, expressions as their text. */
	saved(name: string): unknown {
		return this.node.parameters[name];
	}

	/** The entries of a collection of the node, as they were given. */
	readCollection(name: string, label: string): IDataObject {
		const given = this.given(name) ?? {};
		if (isData(given)) return given;
		this.wrong(label, 'a collection of named values', given);
		return {};
	}

	/**
	 * A value by its reader; nothing where it is the wrong one. Empty text is nothing where text is asked for, and the
	 * wrong value where a number or a choice is: an expression that finds nothing must not lift a limit.
	 */
	read<T>(label: string, reader: Reader<T>, given: unknown, type?: NodePropertyTypes): T | undefined {
		if (given === undefined) return undefined;
		const read = reader.read(given);
		if (read) return read.value;
		if (!isMissing(given) || (type !== undefined && !emptyTypes.has(type))) this.wrong(label, reader.rule, given);
		return undefined;
	}

	/** Takes down that a value breaks its rule, which completes "... must be". */
	wrong(label: string, rule: string, given: unknown): void {
		this.add(`${label} must be ${rule} (given: ${isMissing(given) ? 'nothing' : showValue(given)})`);
	}

	/** Takes down what is wrong in a sentence of its own. */
	add(problem: string): void {
		this.problems.push(problem);
	}

	/**
	 * Ends the reading.
	 * @throws NodeOperationError naming the first wrong value, its rule and what was given, and then the others
	 */
	check(advice?: string): void {
		const [first, ...others] = this.problems;
		if (first === undefined) return;
		const also = others.length > 0 ? `Also: ${others.join('; ')}` : undefined;
		throw new NodeOperationError(this.node, first, { itemIndex: this.itemIndex, description: ['Nothing was sent.', also, advice].filter(Boolean).join(' ') });
	}
}

/** The types of properties that may be left empty. */
const emptyTypes: ReadonlySet<NodePropertyTypes> = new Set<NodePropertyTypes>(['string', 'json', 'resourceLocator', 'multiOptions']);

/** Parameters that no expression makes different for each item, by run. */
const sameForAll = new WeakMap<object, Map<string, unknown>>();

/** What is given for one item of a node that works on items; what is the same for all items is asked of n8n once. */
export function inputOf(context: IExecuteFunctions | ISupplyDataFunctions, itemIndex: number): Input {
	const node = nodeOf(context);
	const same = sameForAll.get(context) ?? new Map<string, unknown>();
	sameForAll.set(context, same);
	return new Input(node, itemIndex, (name) => {
		if (same.has(name)) return same.get(name);
		const given = context.getNodeParameter(name, itemIndex, null);
		if (!holdsExpression(node.parameters[name])) same.set(name, given);
		return given;
	});
}

/** Whether there is text in it that n8n works out anew for each item. */
function holdsExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(holdsExpression);
}

/** What is given for a node that has no items, such as a trigger. */
export function inputOfNode(context: IWebhookFunctions | IPollFunctions): Input {
	return new Input(nodeOf(context), 0, (name) => context.getNodeParameter(name, null));
}
