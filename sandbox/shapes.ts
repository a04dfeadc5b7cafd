import { kinds, type Media } from '../contract/catalog';
import type { PricedModel, UsdAmount } from '../contract/catalog/types';
import { nanosToNumber } from '../contract/money';
import { scopes } from '../contract/scopes';
import type { Balance, Estimate, Limits, TransactionPage } from '../contract/schemas/billing';
import type { Completion } from '../contract/schemas/chat';
import type { ErrorEnvelope } from '../contract/schemas/errors';
import type {
	Acceptance,
	ImageJobStatus,
	SyncResult,
	VideoJobStatus,
} from '../contract/schemas/jobs';
import type { ApiKeyRecord, CreatedKey, DeletedKey, ScopeList } from '../contract/schemas/keys';
import type { ListedModel, ModelList } from '../contract/schemas/models';
import type { Completion as Answered } from './chat/complete';
import type { Delta } from './chat/stream';
import type { ApiError } from './errors';
import type { Job, JobAddresses } from './jobs/job';
import type { NewKey } from './keyring';
import type { Funds } from './ledger';
import type { ChatModel, ServedModels } from './models';
import type { Account, KeyRecord, LedgerEntry } from './state';

/**
 * What answers look like, in one place. Documented fields have their documented names; everything else
 * here is @assumed, as the schemas of the contract say field by field.
 */

const iso = (ms: number) => new Date(ms).toISOString();
const secondsOf = (job: Job) => ((job.completedAt ?? job.createdAt) - job.createdAt) / 1000;

/** The envelope of "Errors". */
export function errorBody({ message, type, param, code }: ApiError): ErrorEnvelope {
	return { error: { message, type, param: param ?? '', code } };
}

/** "Image generation job", synchronous result. */
export function syncResult(job: Job, { mediaUrls }: JobAddresses): SyncResult {
	return {
		job_id: job.id,
		status: 'completed',
		url: mediaUrls[0],
		...(mediaUrls.length > 1 && { urls: [...mediaUrls] }),
		generation_time: secondsOf(job),
		model: job.model,
		cost_nanos: Number(job.costNanos),
	};
}

/** "Image generation job", async acceptance result. */
export function acceptance(job: Job, { statusUrl }: JobAddresses): Acceptance {
	return {
		job_id: job.id,
		status: 'processing',
		status_url: statusUrl,
		...(job.delivery && { webhook_url: job.delivery.url }),
		created_at: iso(job.createdAt),
	};
}

/** "Image generation job", job-status result; of edits too. */
export function imageJobStatus(job: Job, { mediaUrls }: JobAddresses): ImageJobStatus {
	const made = job.status === 'completed' && {
		image_url: mediaUrls[0],
		...(mediaUrls.length > 1 && { image_urls: [...mediaUrls] }),
	};
	return withStatus(job, made || {});
}

/** Its like for videos. */
export function videoJobStatus(job: Job, { mediaUrls }: JobAddresses): VideoJobStatus {
	return withStatus(job, job.status === 'completed' ? { video_url: mediaUrls[0] } : {});
}

const statusOf = { image: imageJobStatus, video: videoJobStatus } satisfies Record<
	Media,
	(job: Job, addresses: JobAddresses) => object
>;

/** What a delivery carries. @assumed what the job-status endpoint answers */
export function delivery(job: Job, addresses: JobAddresses): ImageJobStatus | VideoJobStatus {
	return statusOf[kinds[job.kind].makes](job, addresses);
}

function withStatus<Made extends object>(job: Job, made: Made) {
	return {
		job_id: job.id,
		status: job.status,
		...made,
		...(job.status === 'completed' && { cost_nanos: Number(job.costNanos) }),
		model: job.model,
		created_at: iso(job.createdAt),
		...(job.completedAt !== null && {
			completed_at: iso(job.completedAt),
			generation_time: secondsOf(job),
		}),
		...(job.error && { error: { ...job.error, param: '' } }),
	};
}

/** "Balance". The nanos are exact, the dollars rounded to the cent for display. */
export function balance(funds: Funds): Balance {
	const amounts = {
		balance: funds.totalNanos,
		held: funds.heldNanos,
		available: funds.availableNanos,
		daily_spend: funds.dailySpendNanos,
		monthly_spend: funds.monthlySpendNanos,
	};
	const told = Object.entries(amounts).flatMap(([name, nanos]) => [
		[`${name}_usd`, inCents(nanos)],
		[`${name}_nanos`, Number(nanos)],
	]);
	return Object.fromEntries(told) as Balance;
}

const CENT_NANOS = 10_000_000n;

/** US dollars, rounded half up to the cent. */
function inCents(nanos: bigint): number {
	return nanosToNumber(((nanos + CENT_NANOS / 2n) / CENT_NANOS) * CENT_NANOS);
}

/** A page of "Transactions". */
export function transactionPage(
	entries: LedgerEntry[],
	nextCursor: string | null,
): TransactionPage {
	const data = entries.map((entry) => ({
		transaction_id: entry.id,
		type: entry.type,
		amount_usd: nanosToNumber(entry.amountNanos),
		amount_nanos: Number(entry.amountNanos),
		job_id: entry.jobId,
		description: entry.description,
		created_at: iso(entry.at),
	}));
	return { data, next_cursor: nextCursor };
}

/** The answer of the estimate endpoint. */
export function estimate(model: string, nanos: bigint): Estimate {
	return { model, estimated_cost_usd: nanosToNumber(nanos), estimated_cost_nanos: Number(nanos) };
}

/** The answer of the limits endpoint. */
export function limits({ dailyLimitNanos: daily, monthlyLimitNanos: monthly }: Account): Limits {
	const told = (nanos: bigint | null, as: (nanos: bigint) => number) =>
		nanos === null ? null : as(nanos);
	return {
		daily_limit_usd: told(daily, nanosToNumber),
		monthly_limit_usd: told(monthly, nanosToNumber),
		daily_limit_nanos: told(daily, Number),
		monthly_limit_nanos: told(monthly, Number),
	};
}

/** An "API key" without its secret. */
export function keyRecord(record: KeyRecord): ApiKeyRecord {
	return {
		key_id: record.id,
		name: record.name,
		scopes: record.scopes,
		status: record.status,
		created_at: iso(record.createdAt),
		last_used_at: record.lastUsedAt === null ? null : iso(record.lastUsedAt),
	};
}

/** The one answer that holds a key's secret. */
export function createdKey({ record, secret }: NewKey): CreatedKey {
	return { ...keyRecord(record), secret_key: secret };
}

/** A list of keys. */
export function keyList(records: KeyRecord[]): { data: ApiKeyRecord[] } {
	return { data: records.map(keyRecord) };
}

/** "Scopes". */
export function scopeList(): ScopeList {
	return { data: Object.entries(scopes).map(([scope, access]) => ({ scope, access })) };
}

/** That a key is no more. */
export function deletedKey(record: KeyRecord): DeletedKey {
	return { key_id: record.id, deleted: true };
}

/** "List models". Times are those that jobs take at this speed. */
export function modelList({ media, chat }: ServedModels, speed: number): ModelList {
	const atSpeed = (model: ListedModel) => ({
		...model,
		eta_seconds: Math.round((10 * Number(model.eta_seconds)) / speed) / 10,
	});
	return { object: 'list', data: [...media.map(mediaModel), ...chat.map(chatModel)].map(atSpeed) };
}

function mediaModel({ id, kind, status, price, etaSeconds }: PricedModel): ListedModel {
	const amounts = price.rates
		.flatMap(({ usd: amount }) => ends(amount))
		.sort((a, b) => Number(a) - Number(b));
	const [least = '0', most = least] = [amounts.at(0), amounts.at(-1)];
	const pricing = { [`per_${price.per}_min`]: least, [`per_${price.per}_max`]: most };
	return { ...modelHead(id, kind), status, pricing, eta_seconds: etaSeconds };
}

function chatModel({ id, status, promptUsd, completionUsd, etaSeconds }: ChatModel): ListedModel {
	const pricing = { prompt: promptUsd, completion: completionUsd };
	return { ...modelHead(id, 'chat'), status, pricing, eta_seconds: etaSeconds };
}

const modelHead = (id: string, type: ListedModel['type']) => ({
	id,
	object: 'model' as const,
	name: nameOf(id),
	type,
});
const ends = (amount: UsdAmount) => (typeof amount === 'string' ? [amount] : amount);

function nameOf(id: string): string {
	return id.replace(
		/(^|-)(\w)/g,
		(_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`,
	);
}

/** What the parts of one chat answer have in common. `created` in seconds since the Unix epoch. */
export interface ChatHead {
	id: string;
	created: number;
	model: string;
}

/** The answer of "Chat completions" in the OpenAI shape. */
export function completion(head: ChatHead, done: Answered): Completion {
	const { content, toolCalls, finishReason } = done.reply;
	const calls = toolCalls.map(({ id, name, arguments: json }) => ({
		id,
		type: 'function',
		function: { name, arguments: json },
	}));
	const message: Completion['choices'][number]['message'] = {
		role: 'assistant',
		content,
		...(calls.length > 0 && { tool_calls: calls }),
	};
	const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason }];
	return { ...head, object: 'chat.completion', choices, usage: usageOf(done) };
}

/** One event of a streamed answer. */
export function completionChunk(head: ChatHead, delta: Delta, finishReason: string | null): object {
	const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
	return { ...head, object: 'chat.completion.chunk', choices };
}

/** The event before the last, for who asks for usage. */
export function usageChunk(head: ChatHead, done: Answered): object {
	return { ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(done) };
}

function usageOf({ promptTokens, reply }: Answered): Completion['usage'] {
	return {
		prompt_tokens: promptTokens,
		completion_tokens: reply.tokens,
		total_tokens: promptTokens + reply.tokens,
	};
}
