import { savedParameters, writeParameters, writtenParameters } from '../support/visibleForm';

/** n8n does not save what equals the default, so another default changes workflows that nobody touched. */
test('what saved workflows depend on is what it was: names, types, defaults, choices, bounds and where they are shown', () => {
	// `UPDATE_PARAMETERS=1 npm run test:unit -- parameters` takes what was added into the list; see RELEASING.md before anything else changes.
	if (process.env.UPDATE_PARAMETERS) writeParameters();
	expect(JSON.parse(JSON.stringify(savedParameters()))).toEqual(writtenParameters());
});
