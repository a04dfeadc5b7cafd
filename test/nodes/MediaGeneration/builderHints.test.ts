import type { INodeTypeDescription } from 'n8n-workflow';
import { LmChatMediaGeneration } from '../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationTrigger } from '../../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { entriesOf } from '../../support/visibleForm';

const nodes = [
	new MediaGeneration(),
	new MediaGenerationTrigger(),
	new LmChatMediaGeneration(),
].map(({ description }) => description);
/** The largest description that the editor may have to load, in characters. */
const LARGEST = 86_000;
/** The longest hint, in characters. */
const LONGEST = 220;

const hintsOf = ({ builderHint, properties }: INodeTypeDescription): string[] => [
	builderHint?.searchHint ?? '',
	...(builderHint?.relatedNodes ?? []).map(({ relationHint }) => relationHint),
	...entriesOf(properties).flatMap((entry) =>
		'builderHint' in entry && entry.builderHint ? entry.builderHint.propertyHint : [],
	),
];
const sizeOf = (value: unknown, leaveOut?: string) =>
	JSON.stringify(value, (name, inside: unknown) => (name === leaveOut ? undefined : inside)).length;

test.each(nodes)(
	'the hints of $displayName are short, and what they name in the node is there',
	(description) => {
		const names = new Set(
			nodes
				.flatMap(({ properties }) => entriesOf(properties))
				.flatMap((entry) => [entry.name, 'value' in entry ? String(entry.value) : entry.name]),
		);
		for (const hint of hintsOf(description)) {
			expect(hint).toMatch(/^[A-Z].{20,}\w\.?$/);
			expect(hint.length).toBeLessThanOrEqual(LONGEST);
			expect((hint.match(/\b[a-z]+[A-Z]\w+/g) ?? []).filter((name) => !names.has(name))).toEqual(
				[],
			);
		}
	},
);

test('the description of the action node stays small, and its hints take little of it', () => {
	const [action] = nodes;
	expect(sizeOf(action)).toBeLessThan(LARGEST);
	expect(sizeOf(action) / sizeOf(action, 'builderHint')).toBeLessThan(1.03);
});
