import { optionsField } from '../../../../../nodes/MediaGeneration/editor/fields/options';
import { textField } from '../../../../../nodes/MediaGeneration/editor/input/field';

test('Options stand in alphabetical order, whatever the order in which they are given', () => {
	const given = ['Timeout', 'Add', 'Raw'].map((displayName) =>
		textField({ displayName, name: displayName, default: '' }),
	);
	const { options = [] } = optionsField(given);
	expect(options.map((option) => 'displayName' in option && option.displayName)).toEqual([
		'Add',
		'Raw',
		'Timeout',
	]);
});
