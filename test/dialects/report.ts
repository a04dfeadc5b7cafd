import type { Judged, Verdict } from './judge';

const ANSWER_LENGTH = 900;

/** Which of a dialect's choices bear on a cell, by a word in the cell's name. */
const TOPICS: ReadonlyArray<readonly [cell: RegExp, topics: RegExp]> = [
	[/^(trigger|pause)/, /^delivery/],
	[/believed/, /^studio/],
	[/image/, /^image/],
	[/edit/, /^studio/],
	[/video/, /^video/],
	[/^chat/, /^(chat|model)/],
	[/^model/, /^model/],
	[/scope/, /^scopes/],
	[/^key/, /^key/],
	[/balance/, /^balance/],
	[/transactions/, /^transaction/],
	[/estimate/, /^estimate/],
	[/limits/, /^limits/],
];

/** What a person needs to see why a cell did not hold, and how to run it again. */
export function describeFailure(
	{ seed, cell, verdict, differs, said, answers }: Judged,
	chosen: Record<string, string> = {},
): string {
	const topics = TOPICS.filter(([name]) => name.test(cell)).map(([, topic]) => topic);
	const bearing = Object.entries(chosen).filter(([name]) =>
		topics.some((topic) => topic.test(name)),
	);
	return [
		`${cell} · seed ${seed} · ${verdict}`,
		...Object.entries(differs).map(
			([field, { expected, came }]) => `  ${field}: ${show(came)}, expected ${show(expected)}`,
		),
		...(said.error ? [`  it said: ${shorten(said.error)}`] : []),
		...(said.hint ? [`  it hinted: ${shorten(said.hint)}`] : []),
		...(bearing.length > 0
			? [`  dialect: ${bearing.map(([topic, name]) => `${topic}: ${name}`).join(' · ')}`]
			: []),
		...answers.map(({ request, status, body }) => `  ${request} → ${status} ${shorten(body)}`),
	].join('\n');
}

/** The last line of a run. */
export function figures(judged: readonly Judged[]): string {
	const count = (verdict: Verdict) => judged.filter((each) => each.verdict === verdict).length;
	const seeds = new Set(judged.map(({ seed }) => seed)).size;
	return `dialects: ${seeds} seeds, ${judged.length} cells: ${count('held')} held, ${count('said')} said, ${count('wrong')} wrong, ${count('silent')} silent, ${count('paid twice')} paid twice, ${count('leaked')} leaked`;
}

/** Which cells did not hold how often, most often first. */
export function table(judged: readonly Judged[]): string {
	const rows = new Map<string, { all: number; failed: number }>();
	for (const { cell, verdict } of judged) {
		const row = rows.get(cell) ?? { all: 0, failed: 0 };
		rows.set(cell, { all: row.all + 1, failed: row.failed + Number(verdict !== 'held') });
	}
	const failing = [...rows]
		.filter(([, { failed }]) => failed > 0)
		.sort(([, a], [, b]) => b.failed - a.failed);
	return failing
		.map(([cell, { all, failed }]) => `  ${String(failed).padStart(4)} of ${all}  ${cell}`)
		.join('\n');
}

function show(value: unknown): string {
	return value === undefined ? 'nothing' : shorten(JSON.stringify(value));
}

function shorten(text: string): string {
	return text.length > ANSWER_LENGTH
		? `${text.slice(0, ANSWER_LENGTH)}… (${text.length} characters)`
		: text;
}
