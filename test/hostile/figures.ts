import { inspect } from 'node:util';
import { offences, type Finding } from './judge';
import { commandFor } from './settings';

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

/** The closing line of a part. */
export function closingLine(
	part: string,
	cases: number,
	offenders: Offender[],
	growthMiB: number,
): string {
	const counts = offences.map(
		(offence) =>
			`${offenders.filter(({ finding }) => finding.offence === offence).length} ${offence}`,
	);
	return `hostile: ${cases} ${part}: ${counts.join(', ')}, growth ${Math.round(growthMiB)} MiB`;
}
