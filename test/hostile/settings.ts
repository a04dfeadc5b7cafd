import { sized } from '../support/size';

/** What a run of the hostile tests is given by `npm run test:hostile -- --seed 7 --seeds 2 --size 500 --only answers:12`. */
export interface Settings {
	/** The first seed; the next are the numbers after it. */
	seed: number;
	seeds: number;
	/** Inputs of a seed, and about as many answers. */
	size: number;
	/** The one case to repeat: its part and number. */
	only?: { part: string; index: number };
}

/** How many cases it takes for one input, or one answer. */
const CASES = { inputs: 1, answers: 1.5 };

/** What is tried. */
export type Part = keyof typeof CASES;

/** What the flags are called in the environment; `host/bootstrap.mjs` writes them there. */
export const settings: Settings = {
	seed: numberIn('HOSTILE_SEED', 1),
	seeds: numberIn('HOSTILE_SEEDS', sized(1, 5)),
	size: numberIn('HOSTILE_SIZE', sized(200, 2_000)),
	only: onlyIn(process.env.HOSTILE_ONLY),
};

export const seeds = Array.from({ length: settings.seeds }, (_, index) => settings.seed + index);

/** The numbers of the cases of one part that are to be run. In a case more than one answer may be a lie, or none. */
export function indexesOf(part: Part): number[] {
	if (settings.only) return settings.only.part === part ? [settings.only.index] : [];
	return Array.from({ length: Math.ceil(settings.size * CASES[part]) }, (_, index) => index);
}

/** The command that runs one case again. */
export function commandFor(part: string, seed: number, index: number): string {
	return `npm run test:hostile -- --seeds 1 --seed ${seed} --only ${part}:${index}`;
}

function numberIn(name: string, otherwise: number): number {
	const given = process.env[name];
	if (given === undefined) return otherwise;
	const value = Number(given);
	if (!Number.isInteger(value) || value < 1)
		throw new Error(`${name} must be a whole number of at least 1 (given: ${given})`);
	return value;
}

function onlyIn(given: string | undefined): Settings['only'] {
	if (given === undefined) return undefined;
	const [part = '', index] = given.split(':');
	return { part, index: Number(index) };
}
