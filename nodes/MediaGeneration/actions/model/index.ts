import { defineResource } from '../../run/operation';
import { getManyModels } from './getMany.operation';

export const model = defineResource({ value: 'model', name: 'Model', operations: [getManyModels] });
