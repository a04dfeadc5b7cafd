import type { StoredCredential, WorkflowFile } from './types';

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

/**
 * The workflow with each credential's id, where n8n has none of that id, filled in by its name and type.
 * @throws Error when a node names a credential that n8n does not have
 */
export function withCredentialIds(
	workflow: WorkflowFile,
	known: readonly StoredCredential[],
): WorkflowFile {
	const resolve = (nodeName: string, type: string, name: string) => {
		const found = known.find((credential) => credential.type === type && credential.name === name);
		if (found === undefined) {
			throw new Error(
				`The node "${nodeName}" of "${workflow.name}" wants the ${type} credential "${name}", ` +
					'which n8n does not have. Create it first.',
			);
		}
		return { id: found.id, name };
	};
	const nodes = workflow.nodes.map((node) => {
		if (node.credentials === undefined) return node;
		const filledIn = Object.entries(node.credentials).map(([type, wanted]) => [
			type,
			known.some(({ id }) => id === wanted.id) ? wanted : resolve(node.name, type, wanted.name),
		]);
		return { ...node, credentials: Object.fromEntries(filledIn) };
	});
	return { ...workflow, nodes };
}

/**
 * The name of the node from which a run by hand starts: the manual trigger, else the only node without an input.
 * @throws Error when neither is there
 */
export function startingNode(workflow: WorkflowFile): string {
	const manual = workflow.nodes.find((node) => node.type === MANUAL_TRIGGER && !node.disabled);
	if (manual) return manual.name;
	const targets = new Set(
		Object.values(workflow.connections).flatMap((byType) =>
			Object.values(byType).flatMap((outputs) =>
				outputs.flatMap((output) => (output ?? []).map((target) => target.node)),
			),
		),
	);
	const sources = Object.keys(workflow.connections).filter((name) => !targets.has(name));
	if (sources.length === 1 && sources[0] !== undefined) return sources[0];
	throw new Error(
		`"${workflow.name}" has no Manual Trigger and not exactly one node to start from; name the trigger.`,
	);
}
