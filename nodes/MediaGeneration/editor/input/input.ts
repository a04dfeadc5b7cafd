import type {
	IDataObject,
	INode,
	IPollFunctions,
	ISupplyDataFunctions,
	IWebhookFunctions,
	NodePropertyTypes,
} from 'n8n-workflow';
import { showValue } from '../../../../contract/catalog/rules';
import { dataOf, isData } from '../../support/data';
import { isExpression } from '../../support/expression';
import { nodeFailure } from '../../failures/failure';
import type { Field } from './field';
import { isMissing, type Reader } from '../../n8n/readers';
import type { Run } from '../../lifecycle/run';
import type { Client } from '../../http/client';

/** Gives a parameter, or an entry of a collection (`options.raw`), as n8n has it, whatever that is. `saved` is what the node holds of it. */
type Source = (path: string, saved: unknown) => unknown;

/**
 * The one way to what a user, an expression or an agent has given for an item. Every value is read by its own
 * reader; what is wrong is collected, so that {@link check} can tell all of it at once, before anything is sent.
 */
export class Input {
	/** By what a person knows the item among others, where something is wrong with it. */
	about: { prompt?: string; model?: string } = {};

	private readonly problems: string[] = [];

	/** What is known to be wrong already. */
	private readonly wrongLabels = new Set<string>();

	constructor(
		readonly node: INode,
		readonly itemIndex: number,
		private readonly source: Source,
	) {}

	/** A parameter of the node; its default where the node was saved without it. */
	parameter<T>(field: Field<T>): T | undefined {
		const { name, displayName, default: usual } = field.property;
		return this.readField(field, displayName, this.saved(name), this.given(name, usual));
	}

	/** An entry of Options; nothing where it was not added. No other entry is looked at, so none can stand in its way. */
	option<T>(field: Field<T>): T | undefined {
		const { name, displayName } = field.property;
		const options = this.dataIn('Options', this.saved('options') ?? {});
		if (!Object.hasOwn(options, name)) return undefined;
		const saved = options[name];
		const given = holdsExpression(saved) ? this.source(`options.${name}`, saved) : saved;
		return this.readField(field, field.called ?? displayName, saved, given);
	}

	/** A parameter as it was given; of a resource locator what was chosen. */
	given(name: string, fallback?: unknown): unknown {
		const given = Object.hasOwn(this.node.parameters, name)
			? this.source(name, this.saved(name))
			: fallback;
		return isData(given) && given.__rl === true ? given.value : given;
	}

	/** A parameter as the node holds it, its expressions unread; nothing where the node was saved without it. */
	saved(name: string): unknown {
		const { parameters } = this.node;
		return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
	}

	/** The entries of a collection of the node, as they were given; those that were not added are absent. */
	readCollection(name: string, label: string): IDataObject {
		return this.dataIn(label, this.given(name, {}));
	}

	/**
	 * Reads the entries of a collection of the node. One that was not added, or added and left empty, is nothing; one whose
	 * expression finds nothing is wrong, as it must not lift a limit.
	 */
	entriesOf(name: string, label: string): <T>(field: Field<T>) => T | undefined {
		const given = this.readCollection(name, label);
		const saved = dataOf(this.saved(name));
		return <T>({ property, reader }: Field<T>) => {
			const isLeftEmpty = saved[property.name] === '' && property.type !== 'number';
			if (isLeftEmpty || !Object.hasOwn(given, property.name)) return undefined;
			const read = reader.read(given[property.name]);
			if (!read) this.wrong(property.displayName, reader.rule, given[property.name]);
			return read?.value;
		};
	}

	/**
	 * A value by its reader; nothing where it is the wrong one. Empty text is nothing where text is asked for, and the
	 * wrong value where a number or a choice is: an expression that finds nothing must not lift a limit. So what was
	 * not added at all is not to be read.
	 */
	read<T>(
		label: string,
		reader: Reader<T>,
		given: unknown,
		type?: NodePropertyTypes,
	): T | undefined {
		const read = reader.read(given);
		if (read) return read.value;
		if (!isMissing(given) || (type !== undefined && !emptyTypes.has(type)))
			this.wrong(label, reader.rule, given);
		return undefined;
	}

	/** Takes down that a value breaks its rule, which completes "... must be"; of each value the first rule that it breaks. */
	wrong(label: string, rule: string, given: unknown): void {
		if (this.wrongLabels.has(label)) return;
		this.wrongLabels.add(label);
		this.add(
			`${label} must be ${rule} (given: ${isMissing(given) ? 'nothing' : showValue(given)})`,
		);
	}

	/** Takes down that there is nothing where something is required, unless what is there is known to be wrong. */
	required(label: string, problem = `${label} is required (given: nothing)`): void {
		if (!this.wrongLabels.has(label)) this.add(problem);
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
		throw nodeFailure(this, first, ['Nothing was sent.', also, advice].filter(Boolean).join(' '));
	}

	/** JSON that is left empty is nothing to add, and an expression that was to give some is not left empty. */
	private readField<T>(
		{ property, reader, needed }: Field<T>,
		label: string,
		saved: unknown,
		given: unknown,
	): T | undefined {
		const isNeeded = needed === true || (property.type === 'json' && holdsExpression(saved));
		if (isNeeded && isMissing(given)) this.wrong(label, reader.rule, given);
		return this.read(label, reader, given, property.type);
	}

	private dataIn(label: string, given: unknown): IDataObject {
		if (isData(given)) return given;
		this.wrong(label, 'a collection of named values', given);
		return {};
	}
}

/** The types of properties that may be left empty. */
const emptyTypes: ReadonlySet<NodePropertyTypes> = new Set<NodePropertyTypes>([
	'string',
	'json',
	'resourceLocator',
	'multiOptions',
]);

/** What is given for an item; what no expression makes different for each is asked of n8n once. */
export function inputOf(run: Run): Input {
	const { parameters } = run;
	return new Input(run.node, run.itemIndex, (path, saved) => {
		if (parameters.has(path)) return parameters.get(path);
		const given = run.context.getNodeParameter(path, run.itemIndex, null);
		if (!holdsExpression(saved)) parameters.set(path, given);
		return given;
	});
}

/** The same for a node that supplies another, such as an agent, for each of that one's items. */
export function inputOfSupplier(context: ISupplyDataFunctions, itemIndex: number): Input {
	return new Input(context.getNode(), itemIndex, (path) =>
		context.getNodeParameter(path, itemIndex, null),
	);
}

/** Whether there is text in it, as it was saved, that n8n works out anew for each item. */
export function holdsExpression(saved: unknown): boolean {
	return (
		isExpression(saved) ||
		(typeof saved === 'object' && saved !== null && Object.values(saved).some(holdsExpression))
	);
}

/** What is given for a node that has no items, such as a trigger. */
export function inputOfNode(client: Client<IWebhookFunctions | IPollFunctions>): Input {
	return new Input(client.node, 0, (path) => client.context.getNodeParameter(path, null));
}
