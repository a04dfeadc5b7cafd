import type { Values } from './request';
import { rulesOf } from './rules';
import type { ModelEntry } from './types';

/** The shapes that people name, each with its width and height in pixels where a model takes those. */
export const shapes = {
	square: { label: 'Square', size: [1024, 1024] },
	portrait: { label: 'Portrait', size: [1024, 1280] },
	landscape: { label: 'Landscape', size: [1536, 1024] },
	story: { label: 'Story', size: [1152, 2048] },
	banner: { label: 'Banner', size: [2048, 896] },
} as const;

export type Shape = keyof typeof shapes;

/** Whether a text is the name of a shape. */
export const isShape = (text: string): text is Shape => Object.hasOwn(shapes, text);

/** Models round sizes to some step; this many pixels is one that all of them keep. */
const STEP = 16;

/**
 * The values that give a model's result a shape: its width and height within the model's bounds, or, where it takes none, or
 * a resolution is given, the nearest of its aspect ratios that is as upright or as wide. Nothing where the model has none.
 */
export function valuesOf(shape: Shape, model: ModelEntry, given: Values): Values | undefined {
	const [width, height] = shapes[shape].size;
	const rules = new Map<string, ReturnType<typeof rulesOf>[number]>(
		rulesOf(model).map((rule) => [rule.name, rule]),
	);
	const wide = rules.get('image_width');
	const high = rules.get('image_height');
	if (wide && high && given.resolution === undefined) {
		const scale = Math.min(1, (wide.max ?? width) / width, (high.max ?? height) / height);
		const within = (side: number) => Math.round((side * scale) / STEP) * STEP;
		return { image_width: within(width), image_height: within(height) };
	}
	const wanted = width / height;
	const ratios = (rules.get('aspect_ratio')?.values ?? [])
		.map((value) => ({ value, ratio: ratioOf(value) }))
		.filter(({ ratio }) => Math.sign(ratio - 1) === Math.sign(wanted - 1))
		.sort((a, b) => distance(a.ratio, wanted) - distance(b.ratio, wanted));
	return ratios[0] && { aspect_ratio: ratios[0].value };
}

/** Width by height of `16:9`; not a number of `auto`. */
function ratioOf(value: string | number): number {
	const [width, height] = String(value).split(':').map(Number);
	return Number(width) / Number(height);
}

const distance = (a: number, b: number) => Math.abs(Math.log(a / b));
