import type { Cell, Outcome } from './cell';
import type { ApiAnswer, World } from './world';

/**
 * How a cell came out. `said`: something is missing, and that is told. `silent`: something is missing, and nothing says so.
 * `wrong`: something untrue was told.
 */
export type Verdict = 'held' | 'said' | 'wrong' | 'silent' | 'paid twice' | 'leaked';

/** The share of the cells that must hold, of any number of dialects. */
export const LEAST_HELD = 0.96;

/** What no number of other cells makes up for. */
export const isFatal = ({ verdict }: Pick<Judged, 'verdict'>): boolean =>
	verdict !== 'held' && verdict !== 'said';

/** A cell that was run in a dialect. */
export interface Judged {
	seed: number;
	cell: string;
	verdict: Verdict;
	/** What differs: for each field what was expected and what came. */
	differs: Record<string, { expected: unknown; came: unknown }>;
	said: Pick<Outcome, 'error' | 'hint'>;
	answers: ApiAnswer[];
}

/** Milliseconds after which a cell hangs: many times as long as the slowest takes. */
const HANGS_MS = 120_000;

/** Runs a cell, and compares what comes out with what every dialect must give. */
export async function judge(world: World, cell: Cell): Promise<Judged> {
	world.beginCell();
	const holdsBefore = holds(world);
	const outcome = await orHang(cell.run(world)).catch((error: Error): Outcome => ({
		error: `thrown: ${error.message}`,
		whole: true,
	}));
	const { whole, error, hint, ...came } = outcome;
	const differs = Object.fromEntries(
		[...new Set([...Object.keys(cell.expected), ...Object.keys(came)])]
			.filter((field) => JSON.stringify(cell.expected[field]) !== JSON.stringify(came[field]))
			.map((field) => [field, { expected: cell.expected[field], came: came[field] }]),
	);
	return {
		seed: world.seed,
		cell: cell.name,
		verdict: verdictOf(),
		differs,
		said: { error, hint },
		answers: world.answers.slice(-6),
	};

	function verdictOf(): Verdict {
		if (holds(world) - holdsBefore > cell.pays) return 'paid twice';
		if (leaks(world).length > 0) return 'leaked';
		if (!whole && error === undefined && hint === undefined) return 'silent';
		if (Object.keys(differs).length === 0 && error === undefined && whole) return 'held';
		const isMissed = Object.values(differs).every(isMissing);
		const isUntrue = error !== undefined && saysItFailed(error);
		return (error ?? hint) !== undefined && isMissed && !isUntrue ? 'said' : 'wrong';
	}
}

/** A job that ended well and is said to have ended badly. */
const saysItFailed = (error: string) => /^(Job \S+|The job) (?!is\b)\S+: |^thrown: /.test(error);

/** Whether what differs is not there, rather than another. */
function isMissing({ expected, came }: { expected: unknown; came: unknown }): boolean {
	if (Array.isArray(came))
		return came.every(
			(entry) => isAbsent(entry) || (Array.isArray(expected) && expected.includes(entry)),
		);
	return isAbsent(came) || (typeof came === 'number' && typeof expected === 'number');
}

/** What is told as missing, or as open: a job that may still run. */
const isAbsent = (came: unknown) =>
	came === undefined || /^(missing|undefined\b|processing|unclear)/.test(String(came));

/** How many requests were accepted that cost something: each holds its price once. */
function holds({ running, account }: World): number {
	return (
		running.sandbox.state.accounts
			.get(account.accountId)
			?.entries.filter(({ type }) => type === 'hold').length ?? 0
	);
}

/** Requests at another origin that carry the key or the session. */
function leaks({ running, account, peerRequests }: World): string[] {
	const seen = [...running.sandbox.mediaRequests, ...peerRequests].map((request) =>
		JSON.stringify(request),
	);
	return seen.filter((text) => text.includes(account.apiKey) || text.includes(account.session));
}

async function orHang<Value>(work: Promise<Value>): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	const hanging = new Promise<never>(
		(_, reject) => (timer = setTimeout(() => reject(new Error('it hangs')), HANGS_MS)),
	);
	return await Promise.race([work, hanging]).finally(() => clearTimeout(timer));
}
