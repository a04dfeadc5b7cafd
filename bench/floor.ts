import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { communityNodesDir } from '../host';

/** The type of that trigger. */
export const FLOOR = 'n8n-nodes-bench-floor.floorTrigger';

/** A trigger that asks about the delivered job by one authenticated request and starts the workflow: the least that any can do. */
const NODE = `class FloorTrigger {
	constructor() {
		this.description = {
			displayName: 'Floor Trigger', name: 'floorTrigger', group: ['trigger'], version: 1, description: 'Floor', defaults: { name: 'Floor Trigger' },
			inputs: [], outputs: ['main'], credentials: [{ name: 'mediaGenerationApi', required: true }],
			webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'floor' }],
			properties: [{ displayName: 'Base URL', name: 'url', type: 'string', default: '' }],
		};
	}
	async webhook() {
		const { job_id } = this.getBodyData();
		const url = this.getNodeParameter('url') + '/v1/images/generation/jobs/' + job_id;
		const json = await this.helpers.httpRequestWithAuthentication.call(this, 'mediaGenerationApi', { url, json: true });
		return { workflowData: [[{ json }]] };
	}
}
module.exports = { FloorTrigger };
`;

/** Puts the package with that trigger where n8n looks for community packages, beside the one that is there. */
export function installFloor(userFolder: string): void {
	const folder = join(communityNodesDir(userFolder), 'node_modules', 'n8n-nodes-bench-floor');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'FloorTrigger.node.js'), NODE);
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify({
			name: 'n8n-nodes-bench-floor',
			version: '1.0.0',
			n8n: { n8nNodesApiVersion: 1, nodes: ['FloorTrigger.node.js'] },
		}),
	);
}
