import type { Template } from '../fill';

/** Names of the balance's nanos: `balance_usd` has its documented name, `*_nanos` are left open; `$` is the name. */
export const nanosForms: readonly { field: string; as: 'number' | 'text' }[] = [
	{ field: '$_nanos', as: 'number' },
	{ field: '$_nanos', as: 'number' },
	{ field: '$_usd_nanos', as: 'number' },
	{ field: '$_nanos', as: 'text' },
	{ field: '$_amount_nanos', as: 'number' },
];

/** How dollars that are "rounded for display" are written. */
export const usdForms: readonly { digits: number; as: 'number' | 'text' }[] = [
	{ digits: 6, as: 'number' },
	{ digits: 2, as: 'number' },
	{ digits: 2, as: 'text' },
	{ digits: 4, as: 'number' },
];

/** An estimate. */
export const estimateShapes: readonly Template[] = [
	{ model: '$model', estimated_cost_usd: '$usd', estimated_cost_nanos: '$nanos' },
	{ cost_usd: '$usd' },
	{ model: '$model', cost: '$usd', currency: 'USD' },
	{ estimate: { total_usd: '$usdText', breakdown: [{ item: 'base', usd: '$usdText' }] } },
	{ total_cost_nanos: '$nanos' },
	{ estimated_cost: { amount: '$usdText', currency: 'USD' }, model: '$model' },
	{ min_cost_usd: '$usd', max_cost_usd: '$usd' },
	{ amount_nanos: '$nanosText' },
	{ estimatedCostUsd: '$usd', sufficientFunds: true },
	{ total: '$usd', unit: 'USD', available_usd: 88.5, affordable: true },
	{ cost_cents: '$cents' },
	{ amount: '$cents', unit: 'cents', model: '$model' },
];

/** What setting limits answers. */
export const limitShapes: readonly { status: 200 | 201 | 204; body: Template }[] = [
	{ status: 200, body: { daily_limit_usd: '$daily', monthly_limit_usd: '$monthly' } },
	{ status: 200, body: { limits: { daily_limit_usd: '$daily', monthly_limit_usd: '$monthly' } } },
	{
		status: 200,
		body: { daily: { limit: '$daily', spent: 0 }, monthly: { limit: '$monthly', spent: 0 } },
	},
	{
		status: 200,
		body: {
			limits: [
				{ period: 'day', amount_usd: '$daily' },
				{ period: 'month', amount_usd: '$monthly' },
			],
		},
	},
	{ status: 200, body: { daily_limit_nanos: '$dailyNanos', monthly_limit_nanos: '$monthlyNanos' } },
	{ status: 200, body: { success: true } },
	{ status: 204, body: null },
];

/** What stands in an error beside its four documented members; `message` where that says no more than this, and `$message`, what is wrong, stands elsewhere. */
export const errorExtras: readonly { beside?: Template; within?: Template; message?: string }[] = [
	{},
	{},
	{ beside: { request_id: '$requestId' } },
	{ beside: { success: false, status: '$status' } },
	{
		within: {
			details: [{ field: '$param', issue: '$code' }],
			doc_url: 'https://docs.example.com/errors',
		},
	},
	{ beside: { message: 'Request failed', code: '$status' }, within: { request_id: '$requestId' } },
	{ within: { detail: '$message' }, message: 'Bad Request' },
	{ beside: { data: null, ok: false }, within: { http_status: '$status' } },
];

/** How a developer session that has ended is refused: with the error, or by an address to sign in at. */
export const sessionEnds: readonly { location?: string }[] = [
	{},
	{ location: '/login' },
	{ location: 'https://accounts.example.com/login' },
];
