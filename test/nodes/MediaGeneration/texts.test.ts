import { entriesOf, forms } from '../../support/visibleForm';

const visible = ['displayName', 'name', 'action', 'description', 'placeholder', 'hint'] as const;

/** Each text that a person reads, with where it stands. */
const texts = forms.flatMap(({ name: form, displayName, properties }) => [
	[form, displayName] as const,
	...entriesOf(properties).flatMap((entry) =>
		visible.flatMap((field) => {
			const text: unknown = (entry as unknown as Record<string, unknown>)[field];
			return typeof text === 'string' ? [[`${form} > ${entry.name}, ${field}`, text] as const] : [];
		}),
	),
]);

test('every text that is there says something, and is written whole', () => {
	expect(texts.length).toBeGreaterThan(300);
	expect(
		texts.filter(
			([, text]) =>
				text.trim() !== text || text.length < 2 || / {2}|undefined|\[object|\bNaN\b/.test(text),
		),
	).toEqual([]);
});
