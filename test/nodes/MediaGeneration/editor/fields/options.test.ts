import { optionsField } from '../../../../../nodes/MediaGeneration/editor/fields/options';

test('Options stand in alphabetical order, whatever the order in which they are given', () => {
	const given = ['Timeout', 'Add', 'Raw'].map((displayName) => ({
		displayName,
		name: displayName,
		type: 'string' as const,
		default: '',
	}));
	const { options = [] } = optionsField(given);
	expect(options.map((option) => 'displayName' in option && option.displayName)).toEqual([
		'Add',
		'Raw',
		'Timeout',
	]);
	expect(given.map(({ displayName }) => displayName)).toEqual(['Timeout', 'Add', 'Raw']);
});
