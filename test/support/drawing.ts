import { IMAGE } from './sandbox';

/** An image for each item, one after another, without its file. */
export const drawing = {
	...IMAGE,
	prompt: '={{ $json.prompt }}',
	options: { download: false, concurrency: 1 },
};

/** Items with a prompt each. */
export const prompts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { prompt: `picture ${index}` } }));
