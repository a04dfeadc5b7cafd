import {
	executionError,
	lastItems,
	startingNode,
	unpackExecution,
	withCredentialIds,
	type RawExecution,
	type WorkflowFile,
} from '../../host/client/workflows';

const node = (name: string, type: string, credentials?: Record<string, { name: string }>) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
	...(credentials && { credentials }),
});

const workflow = (nodes: WorkflowFile['nodes']): WorkflowFile => ({
	name: 'Example',
	nodes,
	connections: { Start: { main: [[{ node: 'Picture', type: 'main', index: 0 }]] } },
});

describe('a workflow file', () => {
	const picture = node('Picture', 'x.picture', { pictureApi: { name: 'Mine' } });

	it('gets the ids of its credentials by name and type', () => {
		const known = [
			{ id: '1', name: 'Mine', type: 'otherApi' },
			{ id: '2', name: 'Mine', type: 'pictureApi' },
		];
		expect(withCredentialIds(workflow([picture]), known).nodes[0]?.credentials).toEqual({
			pictureApi: { id: '2', name: 'Mine' },
		});
		expect(() => withCredentialIds(workflow([picture]), [])).toThrow(
			'wants the pictureApi credential "Mine"',
		);
	});

	it('starts at its manual trigger, else at the only node that nothing leads to', () => {
		const manual = node('By hand', 'n8n-nodes-base.manualTrigger');
		expect(startingNode(workflow([picture, manual]))).toBe('By hand');
		expect(startingNode(workflow([node('Start', 'x.trigger'), picture]))).toBe('Start');
		expect(() => startingNode({ ...workflow([picture]), connections: {} })).toThrow(
			'name the trigger',
		);
	});
});

describe('an execution', () => {
	it('is unpacked with its last items and its error', async () => {
		const { stringify } = await import('flatted');
		const data = {
			resultData: {
				lastNodeExecuted: 'Picture',
				error: { message: 'Too dear', description: 'It costs $2' },
				runData: { Picture: [{ data: { main: [[{ json: { a: 1 } }]] } }] },
			},
		};
		const raw = { id: '7', status: 'error', data: stringify(data) } as RawExecution;
		const execution = await unpackExecution(raw);
		expect(lastItems(execution)).toEqual([{ json: { a: 1 } }]);
		expect(executionError(execution)).toBe('Picture: Too dear (It costs $2)');
	});
});
