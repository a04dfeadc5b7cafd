import type {
	IConnections,
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	IWorkflowSettings,
	ResourceMapperFields,
} from 'n8n-workflow';

/** A workflow file as the editor exports it; credentials may carry a name only. */
export interface WorkflowFile {
	name: string;
	nodes: Array<
		Omit<INode, 'credentials'> & {
			credentials?: Record<string, { id?: string | null; name: string }>;
		}
	>;
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: Record<string, unknown>;
	meta?: Record<string, unknown>;
}

/** A workflow kept in n8n. */
export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface OwnerLogin {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

/** What a node can offer for its parameters, by the name under which n8n's API gives it. */
export interface Offered {
	'resource-locator-results': INodeListSearchResult;
	'resource-mapper-fields': ResourceMapperFields;
	options: INodePropertyOptions[];
}

/** What the editor sends along to be offered something. */
export interface OfferRequest {
	nodeTypeAndVersion: { name: string; version: number };
	methodName: string;
	/** Where the parameter is, as in `parameters.model`. */
	path: string;
	currentNodeParameters: INodeParameters;
	/** Of a locator's list: what was typed to search in it. */
	filter?: string | undefined;
	credentials?: Record<string, { id: string; name: string }> | undefined;
}

export interface RunOptions {
	/** How long to wait for the end, in milliseconds. Default: 1 200 000. */
	timeoutMs?: number;
	/** The trigger to start from. Default: the manual trigger, else the only node that nothing leads to. */
	trigger?: string;
	/** Also return once the execution waits (for a callback or a time). Default: false. */
	untilWaiting?: boolean;
}
