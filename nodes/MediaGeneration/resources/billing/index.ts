import { defineResource } from '../../core/operation';
import { getBalance } from './getBalance.operation';

export const billing = defineResource({ value: 'billing', name: 'Billing', operations: [getBalance] });
