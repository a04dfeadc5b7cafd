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
import { isExpression } from '../../n8n/expression';
import { nodeFailure } from '../../failures/failure';
import { lookAtText, type OutgoingText } from '../../preflight/text';
import type { Field } from './field';
import { isMissing, type Reader } from '../../n8n/readers';
import type { Run } from '../../lifecycle/run';
import type { Client } from '../../http/client';

/** Gets the value at a path, such as `options.raw`, from n8n; `saved` is the unevaluated one. */
type Source = (path: string, saved: unknown) => unknown;

/** Reads all that is given for an item. {@link check} reports all problems at once, before anything is sent. */
export class Input {
	about: { prompt?: string; model?: string } = {};

	private readonly problems: string[] = [];

	private readonly wrongLabels = new Set<string>();

	constructor(
		readonly node: INode,
		readonly itemIndex: number,
		private readonly source: Source,
		/** Says in the editor what is not sure enough to be refused. */
		readonly warn: (message: string) => void = () => undefined,
	) {}

	/** A parameter of the node, or its default. */
	parameter<T>(field: Field<T>): T | undefined {
		const { name, displayName, type, default: usual } = field.property;
		const fallback = type === 'resourceLocator' ? dataOf(usual).value : usual;
		return this.readField(field, displayName, this.saved(name), this.given(name, fallback));
	}

	/** An entry of Options, if it was added. No other entry is evaluated. */
	option<T>(field: Field<T>): T | undefined {
		const { name, displayName } = field.property;
		const options = this.dataIn('Options', this.saved('options') ?? {});
		if (!Object.hasOwn(options, name)) return undefined;
		const saved = options[name];
		const given = holdsExpression(saved) ? this.source(`options.${name}`, saved) : saved;
		return this.readField(field, field.called ?? displayName, saved, given);
	}

	/** The raw value of a parameter; for a resource locator, the chosen value. */
	given(name: string, fallback?: unknown): unknown {
		const given = Object.hasOwn(this.node.parameters, name)
			? this.source(name, this.saved(name))
			: fallback;
		return isData(given) && given.__rl === true ? given.value : given;
	}

	/** The unevaluated value of a parameter, if the node was saved with it. */
	saved(name: string): unknown {
		const { parameters } = this.node;
		return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
	}

	/** The raw entries of a collection. */
	readCollection(name: string, label: string): IDataObject {
		return this.dataIn(label, this.given(name, {}));
	}

	/**
	 * Gives a reader for the entries of a collection. An entry that was not added, or a text that was left empty, is nothing; one
	 * whose expression finds nothing is wrong, as it must not lift a limit.
	 */
	entriesOf(name: string, label: string): <T>(field: Field<T>) => T | undefined {
		const given = this.readCollection(name, label);
		const saved = dataOf(this.saved(name));
		return <T>({ property: { name: entry, displayName, type }, reader }: Field<T>) => {
			const isLeftEmpty = saved[entry] === '' && !neverEmpty.has(type);
			if (isLeftEmpty || !Object.hasOwn(given, entry)) return undefined;
			return this.read(displayName, reader, given[entry], true);
		};
	}

	/**
	 * Reads a value, and reports a wrong one.
	 * @param isNeeded whether nothing is wrong too, as an expression that finds nothing must not lift a limit
	 */
	read<T>(label: string, reader: Reader<T>, given: unknown, isNeeded = false): T | undefined {
		const read = reader.read(given);
		if (read) return read.value;
		if (isNeeded || !isMissing(given)) this.wrong(label, reader.rule, given, reader.why?.(given));
		return undefined;
	}

	/** Reports that a value breaks a rule, once for each label. @param rule completes "... must be" @param why says more */
	wrong(label: string, rule: string, given: unknown, why?: string): void {
		if (this.wrongLabels.has(label)) return;
		this.wrongLabels.add(label);
		const shown = isMissing(given) ? 'nothing' : showValue(given);
		this.add(`${label} must be ${rule} (given: ${[shown, why].filter(Boolean).join('; ')})`);
	}

	/** Refuses a text that is to be sent, or warns of it. @param label begins a sentence */
	lookAt(label: string, looked: OutgoingText): void {
		const seen = lookAtText(looked);
		if (!seen) return;
		if ('warning' in seen) this.warn(`${label} ${seen.warning}.`);
		else this.add(`${label} ${seen.refusal} (given: ${showValue(looked.text)})`);
	}

	/** Reports a missing value, unless the label has a problem already. */
	required(label: string, problem = `${label} is required (given: nothing)`): void {
		if (!this.wrongLabels.has(label)) this.add(problem);
	}

	/** Reports a problem in a sentence of its own. */
	add(problem: string): void {
		this.problems.push(problem);
	}

	/** Ends the reading. @throws NodeOperationError with all problems, if there are any */
	check(advice?: string): void {
		const [first, ...others] = this.problems;
		if (first === undefined) return;
		const also = others.length > 0 ? `Also: ${others.join('; ')}` : undefined;
		throw nodeFailure(this, first, ['Nothing was sent.', also, advice].filter(Boolean).join(' '));
	}

	/** An empty value is wrong if it is required or needed, and for JSON if an expression gave it. */
	private readField<T>(
		{ property, reader, needed }: Field<T>,
		label: string,
		saved: unknown,
		given: unknown,
	): T | undefined {
		const isNeeded = needed === true || (property.type === 'json' && holdsExpression(saved));
		if (isNeeded && isMissing(given)) this.wrong(label, reader.rule, given);
		const value = this.read(label, reader, given, neverEmpty.has(property.type));
		if (property.required === true && isMissing(value)) this.required(label);
		return value;
	}

	private dataIn(label: string, given: unknown): IDataObject {
		if (isData(given)) return given;
		this.wrong(label, 'a collection of named values', given);
		return {};
	}
}

/** The types of properties of which an empty text is a wrong value. */
const neverEmpty: ReadonlySet<NodePropertyTypes> = new Set<NodePropertyTypes>([
	'number',
	'boolean',
	'options',
]);

/** The input of an item; what holds no expression is fetched from n8n once for all items. */
export function inputOf(run: Run): Input {
	const { parameters } = run;
	const source: Source = (path, saved) => {
		if (parameters.has(path)) return parameters.get(path);
		const given = run.context.getNodeParameter(path, run.itemIndex, null);
		if (!holdsExpression(saved)) parameters.set(path, given);
		return given;
	};
	return new Input(run.node, run.itemIndex, source, (message) => run.tell(message, 'warning'));
}

/** The input of a node that supplies another, such as an agent, for one of its items. */
export function supplyDataInput(context: ISupplyDataFunctions, itemIndex: number): Input {
	return new Input(context.getNode(), itemIndex, (path) =>
		context.getNodeParameter(path, itemIndex, null),
	);
}

/** Whether an unevaluated value contains an expression. */
export function holdsExpression(saved: unknown): boolean {
	return (
		isExpression(saved) ||
		(typeof saved === 'object' && saved !== null && Object.values(saved).some(holdsExpression))
	);
}

/** The input of a node without items, such as a trigger. */
export function inputOfNode(client: Client<IWebhookFunctions | IPollFunctions>): Input {
	return new Input(client.node, 0, (path) => client.context.getNodeParameter(path, null));
}

/** What an item sets where the run goes by it too; what is wrong with it is told where the item is read. */
export function quietly<T>(own: Run, read: (input: Input) => T): T | undefined {
	try {
		return read(inputOf(own));
	} catch {
		return undefined;
	}
}
