import type { ExecutionLifecycleHooks } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialsHelper,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const BASE = 'http://127.0.0.1:5678/';

/** What n8n's engine gives a node beside its workflow, where there is an engine and nothing around it: no editor, no database. */
export function additionalData(
	executionId: string,
	credentialsHelper: ICredentialsHelper,
	hooks: ExecutionLifecycleHooks,
): IWorkflowExecuteAdditionalData {
	return {
		executionId,
		credentialsHelper,
		hooks,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${BASE}rest`,
		instanceBaseUrl: BASE,
		formBaseUrl: `${BASE}form`,
		formWaitingBaseUrl: `${BASE}form-waiting`,
		formTestBaseUrl: `${BASE}form-test`,
		webhookBaseUrl: `${BASE}webhook`,
		webhookWaitingBaseUrl: `${BASE}webhook-waiting`,
		webhookTestBaseUrl: `${BASE}webhook-test`,
		mcpBaseUrl: `${BASE}mcp`,
		mcpTestBaseUrl: `${BASE}mcp-test`,
		variables: {},
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
		executeWorkflow: notHere('sub-workflows'),
		getRunExecutionData: async () => createRunExecutionData(),
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notHere('task runners'),
	} as unknown as IWorkflowExecuteAdditionalData;
}

const notHere = (what: string) => async () => {
	throw new Error(`There are no ${what} here`);
};
