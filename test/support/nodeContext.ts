import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Run } from '../../nodes/MediaGeneration/lifecycle/run';

/** What a test says of the run. */
interface Setting {
	/** What n8n keeps for the node, in this execution. */
	kept?: IDataObject;
	signal?: AbortSignal;
	isTool?: boolean;
	runIndex?: number;
	/** Whether a person runs it in the editor. */
	isManual?: boolean;
}

/** What n8n gives a node, as far as modules below the node need it, and what they say in n8n's log, the editor and the output's hints. */
export function nodeContext({
	kept = {},
	signal,
	isTool = false,
	runIndex = 0,
	isManual = false,
}: Setting = {}) {
	const [logged, shown, hints]: [string[], string[], string[]] = [[], [], []];
	const type = `x.mediaGeneration${isTool ? 'Tool' : ''}`;
	const context = {
		getNode: () => ({
			id: 'n',
			name: 'Media Generation',
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getExecutionId: () => '7',
		getInputData: () => [],
		getWorkflow: () => ({ id: 'workflow-1', name: 'Test' }),
		getMode: () => (isManual ? 'manual' : 'trigger'),
		getContext: (type: string) => {
			if (type !== 'node') throw new Error(`Unknown context type "${type}"`);
			return kept;
		},
		getExecutionCancelSignal: () => signal,
		evaluateExpression: () => runIndex,
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
		sendMessageToUI: (message: string) => shown.push(message),
		logger: {
			warn: (message: string) => logged.push(message),
			info: (message: string) => logged.push(message),
			error: (message: string) => logged.push(message),
			debug: () => undefined,
		},
	} as unknown as IExecuteFunctions;
	return { context, run: new Run(context), kept, logged, shown, hints };
}
