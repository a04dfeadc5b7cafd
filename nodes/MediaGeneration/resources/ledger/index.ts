import { defineResource } from '../../engine/operation';
import { getMany } from './getMany.operation';

export const ledger = defineResource({ value: 'ledger', name: 'Ledger', operations: [getMany] });
