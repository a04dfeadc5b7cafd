import { defineResource } from '../../run/operation';
import { estimateCost } from './estimateCost.operation';
import { getBalance } from './getBalance.operation';
import { getTransactions } from './getTransactions.operation';
import { setLimits } from './setLimits.operation';

export const billing = defineResource({
	value: 'billing',
	name: 'Billing',
	operations: [getBalance, getTransactions, estimateCost, setLimits],
});
