/** A chat model; prices in US dollars per token, as decimal text. */
export interface ChatModel {
	readonly id: string;
	readonly status: 'Live' | 'Deprecated';
	readonly promptUsd: string;
	readonly completionUsd: string;
	readonly etaSeconds: number;
}

/** Stand-ins for the chat models, none of which the document names. @assumed IDs and prices */
export const chatModels: readonly ChatModel[] = [
	{
		id: 'sandbox-chat-small',
		status: 'Live',
		promptUsd: '0.0000002',
		completionUsd: '0.0000008',
		etaSeconds: 1,
	},
	{
		id: 'sandbox-chat-large',
		status: 'Live',
		promptUsd: '0.000003',
		completionUsd: '0.000015',
		etaSeconds: 2,
	},
];
