import { appendFileSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { offences, type Finding, type Offence } from './judge';
import { commandFor } from './settings';

/** What one seed of one part came to. */
export interface Figures {
	part: 'inputs' | 'answers';
	/** Inputs tried, or answers given. */
	cases: number;
	found: Record<Offence, number>;
	growthMiB: number;
}

/** Where the figures of all parts are gathered, which may run in processes of their own. */
const FILE = 'HOSTILE_FIGURES';
/** How many cases of one kind are shown. */
const SHOWN = 1;
/** How many of the places where a kind occurs are named. */
const MOST_PLACES = 15;

/** One case that did what must never happen. */
export interface Offender {
	index: number;
	finding: Finding;
	/** What was tried, in a word: alike for cases that lie close together. */
	where: string;
	/** The case in words. */
	told: unknown;
}

/** Writes down what a seed came to, for the closing line. */
export function note(
	part: Figures['part'],
	cases: number,
	offenders: Offender[],
	growthMiB: number,
): void {
	const found = Object.fromEntries(
		offences.map((offence) => [
			offence,
			offenders.filter(({ finding }) => finding.offence === offence).length,
		]),
	) as Figures['found'];
	const file = process.env[FILE];
	if (file)
		appendFileSync(
			file,
			`${JSON.stringify({ part, cases, found, growthMiB } satisfies Figures)}\n`,
		);
}

/** The offenders by kind, most frequent first: each with an example and the command that repeats it. */
export function report(part: string, seed: number, offenders: Offender[]): string {
	const kinds = new Map<string, Offender[]>();
	for (const offender of offenders) {
		const name = `${offender.finding.offence}: ${offender.finding.kind}`;
		kinds.set(name, [...(kinds.get(name) ?? []), offender]);
	}
	return [...kinds]
		.sort(([, a], [, b]) => b.length - a.length)
		.flatMap(([name, cases]) => [
			`${cases.length} x ${name} (${frequent(cases.map(({ where }) => where))})`,
			...cases
				.slice(0, SHOWN)
				.flatMap(({ index, finding, told }) => [
					`    ${finding.detail.replaceAll('\n', '\n    ').slice(0, 1_200)}`,
					`    seed ${seed}, case ${inspect(told, { depth: 8, breakLength: Infinity, maxStringLength: 300, maxArrayLength: 10 }).slice(0, 1_500)}`,
					`    ${commandFor(part, seed, index)}`,
				]),
		])
		.join('\n');
}

/** The words that occur most often, and how often. */
function frequent(words: string[]): string {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	const rest = sorted.length - MOST_PLACES;
	return `${sorted
		.slice(0, MOST_PLACES)
		.map(([word, count]) => `${word} ${count}`)
		.join(', ')}${rest > 0 ? `, ${rest} more` : ''}`;
}

/** The closing line of a run. */
export function closingLine(file: string): string {
	const all = readFileSync(file, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Figures);
	const cases = (part: Figures['part']) =>
		all.filter((figures) => figures.part === part).reduce((sum, figures) => sum + figures.cases, 0);
	const count = (offence: Offence) => all.reduce((sum, { found }) => sum + found[offence], 0);
	const growth = Math.round(Math.max(0, ...all.map(({ growthMiB }) => growthMiB)));
	return `hostile: ${cases('inputs')} inputs, ${cases('answers')} answers: ${offences.map((offence) => `${count(offence)} ${offence}`).join(', ')}, growth ${growth} MiB`;
}
