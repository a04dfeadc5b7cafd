import { modelId } from '../../support/sandbox';
import { saidIn, type Cell, type Outcome } from '../cell';
import type { World } from '../world';

const chat = {
	resource: 'chat',
	operation: 'complete',
	model: modelId('sandbox-chat-small'),
	messages: { message: [{ role: 'user', content: 'Tell me of the sea' }] },
};
const TEXT = 'sandbox-chat-small heard: Tell me of the sea';

/** What the chat cost by its tokens, where the service tells how many. */
function costOf({ running, account }: World, told: unknown): string {
	const usage = running.sandbox.context.dialect?.choices.chat.usage;
	if (usage && Object.keys(usage).length === 0) return 'right';
	const { entries } = running.sandbox.state.accounts.get(account.accountId)!;
	const charged = String(-(entries.findLast(({ type }) => type === 'charge')?.amountNanos ?? 0n));
	return told === charged ? 'right' : `${JSON.stringify(told)} for ${charged}`;
}

/** Chats, whole and streamed. */
export const chatCells: readonly Cell[] = [
	{
		name: 'chat: complete',
		pays: 1,
		expected: { text: TEXT, finish: 'stop', cost: 'right' },
		async run(world): Promise<Outcome> {
			const result = await world.node(chat);
			const {
				text,
				finish_reason: finish,
				estimated_cost_nanos: cost,
			} = result.items[0]?.json ?? {};
			return { ...saidIn(result), text, finish, cost: costOf(world, cost), whole: Boolean(text) };
		},
	},
	{
		name: 'chat: streamed',
		pays: 1,
		expected: { text: TEXT, streamed: TEXT, finish: 'stop' },
		async run(world): Promise<Outcome> {
			const chunks: string[] = [];
			const result = await world.node(chat, {
				onChunk: ({ type, content }) => void (type === 'item' && content && chunks.push(content)),
			});
			const { text, finish_reason: finish } = result.items[0]?.json ?? {};
			const [first = ''] = chunks.join('').split(/(?<=the sea)/);
			return { ...saidIn(result), text, streamed: first, finish, whole: Boolean(text) };
		},
	},
];
