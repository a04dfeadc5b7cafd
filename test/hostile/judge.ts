import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Performance } from './perform';
import type { Act } from './stage';
import { stringsIn } from './strings';

/** What must never happen, in the order in which the closing line counts it. */
export const offences = [
	'raw errors',
	'hangs',
	'sent before named',
	'paid twice',
	'paid and not told',
	'secrets',
] as const;
export type Offence = (typeof offences)[number];

/** One offence, and what shows it. */
export interface Finding {
	offence: Offence;
	/** Alike for all cases of one kind. */
	kind: string;
	detail: string;
}

/** What is known of a case beside what became of it. */
export interface Expectation {
	/** A wrong value, which must be told with nothing sent, and what the error may call it. */
	wrong?: { names: string[]; value: unknown };
	/** Of the one item among several that is tried. */
	prompt?: string;
	/** How many requests its prompt is; one where nothing says so. */
	requests?: number;
	/** Whether the service itself said that what was paid for came to nothing, so that it may be made anew. */
	refunded?: boolean;
}

/** An offence of a case, as the list that it is one of. */
const found = (offence: Offence, kind: string, detail: string): Finding[] => [
	{ offence, kind, detail },
];

/** How an error begins to read that a program throws, rather than one that somebody wrote. */
const RAW =
	/is not a function|is not iterable|is not a constructor|is not defined|Cannot (read|convert|set|destructure|use|mix|create|assign|redefine|delete|perform)|\(reading '|Invalid (URL|time value|array length|string length|count value|Date)|Unexpected (token|end of|identifier|non-whitespace|string|number)|is not valid JSON|Maximum call stack|circular structure|must be of type|must be an instance of|is out of range\. It|object null prototype|\[object \w+\]|Object prototype may only|Do not know how to|is needed for \/v1|toPrimitive|BigInt|Invalid character in|precision|fractionDigits/;
const RAW_CLASSES =
	'TypeError RangeError SyntaxError ReferenceError URIError EvalError ZodError $ZodError AssertionError'.split(
		' ',
	);
const OWN_CLASSES = ['NodeApiError', 'NodeOperationError'];

interface Failure {
	message: string;
	description: string;
	details: IDataObject;
}

/** Everything that a case did which must never happen. */
export function judge(act: Act, performance: Performance, expected: Expectation = {}): Finding[] {
	const failures = failuresOf(performance);
	return [
		...rawErrors(act, performance, failures),
		...(performance.hung
			? found('hangs', 'still running', `stopped after ${performance.ms} ms`)
			: []),
		...unnamed(act, performance, failures, expected),
		...(expected.refunded ? [] : paidTwice(act, expected)),
		...(expected.refunded || performance.hung
			? []
			: expected.prompt === undefined
				? untold(act, performance, failures)
				: lost(act, performance, failures)),
		...keys(act, performance, failures),
		...secrets(act, performance),
	];
}

function failuresOf({ result }: Performance): Failure[] {
	const failed = itemsOf(result?.outputs)
		.filter(isFailed)
		.map(({ json }) => json);
	const thrown = result?.error ? [{ ...result.error, details: result.error.context?.details }] : [];
	return [
		...failed.map((json) => ({
			message: String(json.error),
			description: String(
				json.what_to_do ?? (json.details as IDataObject | undefined)?.description ?? '',
			),
			details: { ...json, ...(json.details as object) } as IDataObject,
		})),
		...thrown.map(({ message, description, details }) => ({
			message,
			description: description ?? '',
			details: (details ?? {}) as IDataObject,
		})),
	];
}

const itemsOf = (outputs: INodeExecutionData[][] = []) => outputs.flat();
const isFailed = ({ json }: INodeExecutionData) => typeof json.error === 'string';

function rawErrors(
	{ said }: Act,
	{ result, refusal, thrown, hung }: Performance,
	failures: Failure[],
): Finding[] {
	const offence = 'raw errors';
	const stack = refusal?.stack ?? '';
	if (/nodes\/MediaGeneration\//.test(stack.split('\n').slice(1, 3).join('\n')))
		return found(offence, 'the engine fell', stack);
	const { name } = (result?.error ?? {}) as { name?: string };
	if (result?.error && !hung && !OWN_CLASSES.includes(String(name)))
		return found(offence, `class ${name ?? 'unknown'}`, result.error.message);
	for (const { message, description } of failures) {
		// What the service said is its own.
		if (said.some((text) => text.includes(JSON.stringify(message).slice(1, -1)))) continue;
		const raw = RAW.exec(message) ?? RAW.exec(description);
		if (raw) return found(offence, raw[0], message);
	}
	const [raw] = thrown.flatMap(chainOf).filter((link) => RAW_CLASSES.includes(classOf(link)));
	return raw ? found(offence, `${classOf(raw)} within`, String((raw as Error).stack)) : [];
}

function chainOf(error: unknown): unknown[] {
	const chain: unknown[] = [];
	for (let link = error; link && chain.length < 10; link = (link as { cause?: unknown }).cause)
		chain.push(link);
	return chain;
}

const classOf = (error: unknown) =>
	String((error as { name?: unknown }).name ?? (error as object).constructor?.name);

function unnamed(
	act: Act,
	{ result, refusal }: Performance,
	failures: Failure[],
	{ wrong, prompt }: Expectation,
): Finding[] {
	const offence = 'sent before named';
	if (!wrong) return [];
	const sent = act.requests.filter(({ body }) => prompt === undefined || body.includes(prompt));
	const lines = sent.slice(0, 3).map(({ method, url }) => `${method} ${url}`);
	if (sent.length > 0)
		return found(offence, 'sent', `${sent.length} requests: ${lines.join(', ')}`);
	if (refusal) return [];
	const namesIt = (text: string) =>
		wrong.names.some((word) => text.toLowerCase().includes(word.toLowerCase())) ||
		/ is not a parameter of /.test(text);
	const named = failures.filter(({ message, description }) => namesIt(`${message} ${description}`));
	const failure =
		named.find(({ message }) => message.includes('(given: ')) ?? named[0] ?? failures[0];
	const items = result?.items.map(({ json }) => json);
	if (!failure) return found(offence, 'taken', `no error; items: ${inShort(items, 300)}`);
	const text = `${failure.message} ${failure.description}`;
	const isNamed = namesIt(text);
	if (isNamed && (/\(given: | is empty/.test(text) || quotes(text, wrong.value))) return [];
	return found(offence, isNamed ? 'given value not told' : 'not named', text.slice(0, 300));
}

/** A value as JSON, of which no more than so many characters. */
const inShort = (value: unknown, length = 400) =>
	JSON.stringify(value)?.slice(0, length) ?? 'no output';

/** Whether a text quotes a value, or its beginning. */
const quotes = (text: string, value: unknown) =>
	typeof value !== 'object' &&
	String(value).trim() !== '' &&
	text.includes(String(value).trim().slice(0, 20));

function paidTwice(act: Act, { prompt, requests = 1 }: Expectation): Finding[] {
	const prompts = act.prompts();
	const paid = prompt !== undefined ? 1 + prompts.length - new Set(prompts).size : act.paid();
	return paid > requests ? found('paid twice', 'one prompt', `${paid} times`) : [];
}

/** Whether a failure says that it, or another item of the run that failed beside it, may be paid for. */
const mayBePaid = ({ details }: Failure) =>
	[details, ...(Array.isArray(details.failed) ? details.failed : [])].some(
		({ may_be_paid, may_be_made }) => may_be_paid === true || may_be_made === true,
	);

/** Fields of an item that show that something was made, or where it is. */
const TELLING = 'job_id status_url url text finish_reason tool_calls usage id raw'.split(' ');

function untold(act: Act, { result }: Performance, failures: Failure[]): Finding[] {
	if (act.paid() === 0) return [];
	const ids = act.jobIds();
	// The ID that the service gave, true or not.
	const namesJob = ({ details }: Failure) =>
		details.job_id !== undefined || details.status_url !== undefined;
	const good = itemsOf(result?.outputs).filter((item) => !isFailed(item));
	const tells = ({ json }: INodeExecutionData) =>
		json.status === 'completed' ||
		json.may_be_paid === true ||
		TELLING.some((name) => json[name] !== undefined && json[name] !== '');
	const told =
		good.some(tells) ||
		failures.some(
			(failure) =>
				mayBePaid(failure) ||
				namesJob(failure) ||
				stringsIn(failure).some((text) => ids.some((id) => text.includes(id))),
		);
	const kind = failures.length > 0 ? 'an error that says nothing' : 'an item that says nothing';
	if (told) return [];
	return found('paid and not told', kind, inShort(failures[0] ?? good.map(({ json }) => json)));
}

/** Of several items: every job is named somewhere. */
function lost(act: Act, { result }: Performance, failures: Failure[]): Finding[] {
	const texts = stringsIn([result?.outputs, failures]);
	const missing = act.jobIds().filter((id) => !texts.some((text) => text.includes(id)));
	if (missing.length === 0 || failures.some(mayBePaid)) return [];
	const detail = `${missing.length} of ${act.jobIds().length}: ${inShort(failures[0])}`;
	return found('paid and not told', 'a job of several', detail);
}

/** At most one live key for an item, and an outcome that is not clear is said to be so. */
function keys(act: Act, { result, hung }: Performance, failures: Failure[]): Finding[] {
	const made = act.keysMade();
	if (made.length === 0) return [];
	if (made.length > 1) return found('paid twice', 'live keys', `${made.length} keys made`);
	const good = itemsOf(result?.outputs)
		.filter((item) => !isFailed(item))
		.map(({ json }) => json);
	const texts = stringsIn(good);
	// The ID and the secret that the service gave, true or not.
	const toldAsGiven = good.some(({ key_id, secret_key }) => Boolean(key_id) && Boolean(secret_key));
	const told =
		hung ||
		toldAsGiven ||
		failures.some(mayBePaid) ||
		texts.some(
			(text) =>
				text.includes(made[0] as string) || text.includes('mg-sandbox-') || text === 'may_be_made',
		);
	if (told) return [];
	return found('paid and not told', 'a key that nobody knows of', inShort(failures[0] ?? texts));
}

function secrets(
	{ secrets: hidden, strayed }: Act,
	{ result, thrown, chunks, lines }: Performance,
): Finding[] {
	const places: Record<string, unknown> = {
		'the output': result?.outputs,
		'the error': result?.error,
		'what n8n keeps of the run': result?.run.data.resultData,
		'the thrown error': thrown,
		'the stream': chunks,
		'the log': lines,
		'a request to another host': strayed,
	};
	for (const [place, value] of Object.entries(places)) {
		const text = stringsIn(value).find((entry) => hidden.some((secret) => entry.includes(secret)));
		if (text !== undefined) return found('secrets', place, text.slice(0, 200));
	}
	return [];
}
