import type { INodeParameters } from 'n8n-workflow';
import { MediaGeneration } from '../../../../../nodes/MediaGeneration/MediaGeneration.node';
import { loadList } from '../../../../support/lists';
import { runNode } from '../../../../support/engine';
import { useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox();
const { listSearch } = new MediaGeneration().methods;

const jobs = async (resource: string, filter?: string, credentials = sandbox.credentials()) =>
	(
		await loadList(
			{ resource, operation: 'getJob' },
			credentials,
			async (context) => await listSearch.searchJobs.call(context, filter),
		)
	).results;

const generate = async (parameters: INodeParameters) =>
	await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			model: { __rl: true, mode: 'list', value: 'model-dev' },
			options: { download: false },
			...parameters,
		},
		credentials: sandbox.credentials(),
	});

test('the list of Get Job has what was submitted here: prompt, time, price and state', async () => {
	const { items } = await generate({ prompt: 'A fox\n in the snow' });
	const listed = await jobs('image');
	expect(listed).toEqual([
		{
			name: expect.stringMatching(
				/^A fox in the snow — [A-Z][a-z]{2} \d{1,2}, \d\d:\d\d, \$0\.10, completed$/,
			) as unknown,
			value: items[0]?.json.job_id,
			description: items[0]?.json.job_id,
		},
	]);
	expect(await jobs('video')).toEqual([]);
	expect(await jobs('image', 'SNOW')).toHaveLength(1);
	expect(await jobs('image', 'rain')).toEqual([]);
	expect(await jobs('image', '', {})).toEqual([]);
});
