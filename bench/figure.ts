/** What one measurement gave, beside its rival or ideal in the same run. */
export interface Figure {
	key: string;
	what: string;
	/** What the goal is about: mostly ours divided by the rival's. */
	value: number;
	goal: number;
	/** Whether the value should be at least the goal; otherwise at most. */
	atLeast?: boolean;
	/** The medians behind the value, with their units in their names. */
	from: Record<string, number>;
	/** For the plots: each line's points. */
	series?: Record<string, Array<[x: number, y: number]>>;
}

/** One measurement; one that gives several figures gives them together. */
export interface Measure {
	keys: readonly string[];
	run(): Promise<Figure[]>;
}

/** Whether a figure is as good as its goal asks. */
export const isMet = ({ value, goal, atLeast }: Figure): boolean =>
	atLeast ? value >= goal : value <= goal;

/** The middle of some numbers. @throws Error when there are none */
export function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted[Math.floor(sorted.length / 2)];
	if (middle === undefined) throw new Error('There is no median of nothing');
	return middle;
}

/** A number as it is printed: three digits that count. */
const round = (value: number): number => Number(value.toPrecision(3));

/** One line for whoever reads the run. */
export function lineOf(figure: Figure): string {
	const { key, value, goal, atLeast, from } = figure;
	const behind = Object.entries(from).map(([name, number]) => `${name} ${round(number)}`);
	return `${isMet(figure) ? 'met   ' : 'MISSED'} ${key} ${round(value)} (goal ${atLeast ? '>=' : '<='} ${goal}): ${behind.join(', ')}`;
}
