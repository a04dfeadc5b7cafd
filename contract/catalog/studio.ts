import type { PricedModel } from './types';

/** "Image studio models" of the API document. */
export const studioModels: readonly PricedModel[] = [
	{
		id: 'standard',
		kind: 'studio',
		status: 'Live',
		accepts: {},
		price: { per: 'request', rates: [{ usd: '0.10' }] },
		etaSeconds: 8,
	},
	{
		id: 'pro',
		kind: 'studio',
		status: 'Live',
		accepts: {},
		price: { per: 'request', rates: [{ usd: '0.20' }] },
		etaSeconds: 10,
	},
	{
		id: 'group-edit',
		kind: 'studio',
		status: 'Live',
		does: 'groupEdit',
		accepts: { seed: {} },
		price: { per: 'request', rates: [{ usd: '0.10' }] },
		etaSeconds: 20,
	},
];
