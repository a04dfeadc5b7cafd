import { catalog } from '../../../../contract/catalog';
import { anyModelField, readModelId } from '../../editor/fields/model';
import { joinModels } from '../../editor/models/join';
import { listModels } from '../../editor/models/listed';
import { nodeFailure } from '../../failures/failure';
import { defineOperation } from '../../run/operation';
import { defined } from '../../support/data';
import { itemsFrom } from '../../support/items';
import { modelFields, parameterFields } from './modelFields';

/** Model > Get: a row of a model table of the API document, or an entry of "List models". */
export const getModel = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a model',
	description: 'Get what one model costs, takes and ignores, with the bounds of each parameter',
	forAgents:
		'Tells of one model what it costs in US dollars, how many seconds it takes, and each of its parameters with allowed values and bounds, and whether it is ignored. Costs nothing. Give the ID of the model.',
	fields: [anyModelField('model', 'The model to tell about, of any kind')],
	read: (input) => ({ id: readModelId(input, 'the ID of a model') }),
	perform: async (run, { id }) => {
		const models = joinModels([...catalog], await listModels(run));
		const alike = (model: { id: string }) => model.id.toLowerCase() === id.toLowerCase();
		const found = models.find((model) => model.id === id) ?? models.find(alike);
		if (!found)
			throw nodeFailure(
				run,
				`There is no model ${id}`,
				'Choose one from the list, or see Model > Get Many.',
			);
		const fields = parameterFields(found);
		const ignores = found.entry && [...(found.entry.ignores ?? [])];
		return itemsFrom(run.itemIndex, { ...modelFields(found), ...defined({ ignores, fields }) });
	},
});
