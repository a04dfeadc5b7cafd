import type { Handler } from '../http/handler';
import { balance } from '../shapes';

/** "Returns the balance fields listed under Balance". */
export const getBalance: Handler = async ({ ledger }, { caller }) => ({
	status: 200,
	body: balance(ledger.fundsOf(caller.account)),
});
