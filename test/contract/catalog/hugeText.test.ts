import { problemWith, schemaOf, showValue } from '../../../contract/catalog/rules';
import type { ParameterRow } from '../../../contract/parameters';

const row = (more: Partial<ParameterRow>): ParameterRow => ({
	label: 'Thing',
	type: 'text',
	...more,
});

test('text as large as a file is refused and quoted without being taken apart', () => {
	const huge = 'x'.repeat(200 * 1024 * 1024);
	const said = `${'x'.repeat(60)}… (${huge.length} characters)`;
	expect(problemWith('thing', row({ minLength: 1, maxLength: 2000 }), huge)?.message).toContain(
		`(given: ${said})`,
	);
	expect(schemaOf(row({ minLength: 1 })).safeParse(huge).success).toBe(true);
	expect(showValue([huge])).toBe(`["${'x'.repeat(58)}… (${huge.length + 4} characters)`);
});
