import type { Row } from '../draw';
import type { Template } from '../fill';

/** Names of the balance's nanos: `balance_usd` has its documented name, `*_nanos` are left open; `$` is the name. */
export const nanosForms: readonly (Row & { field: string; as: 'number' | 'text' })[] = [
	{ name: '…_nanos', field: '$_nanos', as: 'number' },
	{ name: '…_nanos', field: '$_nanos', as: 'number' },
	{ name: '…_usd_nanos', field: '$_usd_nanos', as: 'number' },
	{ name: '…_nanos as text', field: '$_nanos', as: 'text' },
	{ name: '…_amount_nanos', field: '$_amount_nanos', as: 'number' },
];

/** How dollars that are "rounded for display" are written. */
export const usdForms: readonly (Row & { digits: number; as: 'number' | 'text' })[] = [
	{ name: 'to six digits', digits: 6, as: 'number' },
	{ name: 'to the cent', digits: 2, as: 'number' },
	{ name: 'to the cent, as text', digits: 2, as: 'text' },
	{ name: 'to four digits', digits: 4, as: 'number' },
];

/** An estimate. */
export const estimateShapes: readonly (Row & { body: Template })[] = [
	{
		name: 'estimated_cost_usd',
		body: { model: '$model', estimated_cost_usd: '$usd', estimated_cost_nanos: '$nanos' },
	},
	{ name: 'cost_usd', body: { cost_usd: '$usd' } },
	{ name: 'cost', body: { model: '$model', cost: '$usd', currency: 'USD' } },
	{
		name: 'estimate.total_usd',
		body: { estimate: { total_usd: '$usdText', breakdown: [{ item: 'base', usd: '$usdText' }] } },
	},
	{ name: 'total_cost_nanos', body: { total_cost_nanos: '$nanos' } },
	{
		name: 'estimated_cost.amount',
		body: { estimated_cost: { amount: '$usdText', currency: 'USD' }, model: '$model' },
	},
	{ name: 'price', body: { price: '$usdText' } },
	{ name: 'min and max', body: { min_cost_usd: '$usd', max_cost_usd: '$usd' } },
	{ name: 'amount_nanos as text', body: { amount_nanos: '$nanosText' } },
	{ name: 'estimatedCostUsd', body: { estimatedCostUsd: '$usd', sufficientFunds: true } },
	{
		name: 'total beside the balance',
		body: { total: '$usd', unit: 'USD', available_usd: 88.5, affordable: true },
	},
	{ name: 'cost_cents', body: { cost_cents: '$cents' } },
	{ name: 'amount and unit', body: { amount: '$cents', unit: 'cents', model: '$model' } },
	{ name: 'price_micro_usd', body: { price_micro_usd: '$micros' } },
	{ name: 'TotalPrice', body: { TotalPrice: '$usd', Currency: 'USD' } },
	{
		name: 'line items',
		body: { line_items: [{ description: 'generation', cost_usd: '$usd' }], total_usd: '$usd' },
	},
];

/** What setting limits answers. */
export const limitShapes: readonly (Row & { status: 200 | 201 | 204; body: Template })[] = [
	{
		name: 'daily_limit_usd',
		status: 200,
		body: { daily_limit_usd: '$daily', monthly_limit_usd: '$monthly' },
	},
	{
		name: 'limits',
		status: 200,
		body: { limits: { daily_limit_usd: '$daily', monthly_limit_usd: '$monthly' } },
	},
	{
		name: 'daily.limit',
		status: 200,
		body: { daily: { limit: '$daily', spent: 0 }, monthly: { limit: '$monthly', spent: 0 } },
	},
	{
		name: 'a list by period',
		status: 200,
		body: {
			limits: [
				{ period: 'day', amount_usd: '$daily' },
				{ period: 'month', amount_usd: '$monthly' },
			],
		},
	},
	{
		name: 'data',
		status: 200,
		body: { success: true, data: { daily_limit_usd: '$daily', monthly_limit_usd: '$monthly' } },
	},
	{
		name: 'nanos',
		status: 200,
		body: { daily_limit_nanos: '$dailyNanos', monthly_limit_nanos: '$monthlyNanos' },
	},
	{
		name: 'spend_limits',
		status: 200,
		body: { spend_limits: { dailyUsd: '$daily', monthlyUsd: '$monthly' }, updated_at: '$now' },
	},
	{ name: 'success', status: 200, body: { success: true } },
	{ name: '201', status: 201, body: { daily_limit_usd: '$daily', monthly_limit_usd: '$monthly' } },
	{ name: '204', status: 204, body: null },
];

/** What stands in an error beside its four documented members; `message` where that says no more than this, and `$message`, what is wrong, stands elsewhere. */
export const errorExtras: readonly (Row & {
	beside: Template;
	within: Template;
	message?: string;
})[] = [
	{ name: 'nothing', beside: {}, within: {} },
	{ name: 'nothing', beside: {}, within: {} },
	{ name: 'request_id', beside: { request_id: '$requestId' }, within: {} },
	{ name: 'status and success', beside: { success: false, status: '$status' }, within: {} },
	{
		name: 'details within',
		beside: {},
		within: {
			details: [{ field: '$param', issue: '$code' }],
			doc_url: 'https://docs.example.com/errors',
		},
	},
	{
		name: 'message beside',
		beside: { message: 'Request failed', code: '$status' },
		within: { request_id: '$requestId' },
	},
	{ name: 'a detail within', beside: {}, within: { detail: '$message' }, message: 'Bad Request' },
	{
		name: 'a description within',
		beside: {},
		within: { description: '$message' },
		message: 'Validation error',
	},
	{ name: 'data null', beside: { data: null, ok: false }, within: { http_status: '$status' } },
];

/** How a developer session that has ended is refused: with the error, or by an address to sign in at. */
export const sessionEnds: readonly (Row & { location?: string })[] = [
	{ name: '401' },
	{ name: '302 to /login', location: '/login' },
	{ name: '302 to a sign-in with a way back', location: '/auth/sign-in?next=%2Fapi' },
	{ name: '302 to an absolute /login', location: 'https://accounts.example.com/login' },
];
