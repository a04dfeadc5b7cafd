import { DataTables } from '../support/dataTable';
import { isHolder, ODD_JSON, telling } from '../support/odd';
import { sized } from '../support/size';
import { validParameters } from './inputCase';
import { judge } from './judge';
import { runCases, type Verdict } from './lanes';
import { perform } from './perform';
import { describedOperations, type OperationFields } from './sites';
import { useStage, type Act, type Deceit } from './stage';

/** The end of a case that hangs. */
const LONGEST_MS = 150_000;
/** Of all changes, each of so many is tried. */
const EVERY = sized(4, 1);

const stage = useStage();

type Path = Array<string | number>;

/** One run: which of its answers is changed, and how. */
interface Case {
	operation: OperationFields;
	number: number;
	what: string;
	change: (json: unknown) => string;
}

/** The ways to the plain values, of entries of a list to those of the first. */
function leavesOf(value: unknown, path: Path = []): Path[] {
	if (!isHolder(value)) return [path];
	if (Array.isArray(value)) return leavesOf(value[0], [...path, 0]);
	return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The JSON of a value, in which something else stands in place of what `at` tells. */
function written(value: unknown, at: (path: Path) => string | undefined, path: Path = []): string {
	const own = at(path);
	if (own !== undefined || !isHolder(value)) return own ?? JSON.stringify(value);
	if (Array.isArray(value))
		return `[${value.map((entry, index) => written(entry, at, [...path, index])).join(',')}]`;
	return `{${Object.entries(value)
		.map(([key, entry]) => `${JSON.stringify(key)}:${written(entry, at, [...path, key])}`)
		.join(',')}}`;
}

const changesOf = (answer: unknown): Array<Pick<Case, 'what' | 'change'>> => [
	...leavesOf(answer).map((leaf) => ({
		what: leaf.join('.'),
		change: (json: unknown) => written(json, (path) => (isSame(path, leaf) ? ODD_JSON : undefined)),
	})),
	{
		what: 'all',
		change: (json) =>
			written(json, (path) => (isHolder(valueAt(json, path)) ? undefined : ODD_JSON)),
	},
	{
		what: 'names beside',
		change: (json) =>
			JSON.stringify(json).replace(
				/^\{/,
				`{${telling.map((name) => `"${name}":${ODD_JSON},`).join('')}`,
			),
	},
];

const isSame = (one: Path, other: Path) =>
	one.length === other.length && one.every((key, index) => key === other[index]);
const valueAt = (json: unknown, path: Path): unknown =>
	path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], json);

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString()) as unknown;
	} catch {
		return undefined;
	}
}

/** Answers as the sandbox does, with another body. */
const answering = (body: (json: unknown) => string | undefined): Deceit => ({
	when: 'after',
	wire: (answer) => {
		const json = parsed(answer.body);
		const bytes = Buffer.from((json === undefined ? undefined : body(json)) ?? answer.body);
		const type = answer.headers['content-type'] ?? 'application/json';
		const head = `HTTP/1.1 ${answer.status} So\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`;
		return { bytes: [Buffer.from(head), bytes], end: 'end' };
	},
});

async function performed(operation: OperationFields, act: Act) {
	const run = {
		parameters: validParameters(operation, act, { waitFor: 'result' }),
		credentials: act.credentials,
		settings: { onError: 'continueRegularOutput' } as const,
		additional: new DataTables().additional,
	};
	return await perform(run, { longestMs: LONGEST_MS, streams: false });
}

/** Every case of an operation: each change of each JSON answer that it is given. */
async function casesOf(operation: OperationFields): Promise<Case[]> {
	const act = await stage.open();
	const answers: unknown[] = [];
	act.deceive = () =>
		answering((json) => {
			answers.push(json);
			return undefined;
		});
	try {
		await performed(operation, act);
	} finally {
		act.close();
	}
	return answers.flatMap((answer, number) =>
		changesOf(answer).map((change) => ({ operation, number, ...change })),
	);
}

async function runCase({ operation, number, what, change }: Case): Promise<Verdict> {
	const act = await stage.open();
	let count = 0;
	act.deceive = () => answering((json) => (count++ === number ? change(json) : undefined));
	try {
		const performance = await performed(operation, act);
		const where = `${operation.resource}.${operation.operation}, answer ${number + 1}: ${what}`;
		return {
			told: where,
			where,
			findings: judge(act, performance).filter(({ offence }) => offence !== 'sent before named'),
		};
	} finally {
		act.close();
	}
}

test.each(describedOperations())(
	'$resource $operation: an answer may hold anything in place of a plain value',
	async (operation) => {
		const cases = (await casesOf(operation)).filter((_, index) => index % EVERY === 0);
		const { offenders } = await runCases(
			[...cases.keys()],
			async (index) => await runCase(cases[index] as Case),
		);
		expect(offenders.map(({ where, finding }) => `${where}: ${finding.detail}`)).toEqual([]);
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	},
);
