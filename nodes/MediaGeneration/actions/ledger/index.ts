import { defineResource } from '../../run/operation';
import { getMany } from './getMany.operation';

export const ledger = defineResource({ value: 'ledger', name: 'Ledger', operations: [getMany] });
