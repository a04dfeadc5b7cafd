import type { INodeType } from 'n8n-workflow';
import { LmChatMediaGeneration } from '../../../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../../../../nodes/MediaGeneration/MediaGeneration.node';

/** Where a node has what a field asks for by this name. */
const groups: Record<string, keyof NonNullable<INodeType['methods']>> = {
	searchListMethod: 'listSearch',
	loadOptionsMethod: 'loadOptions',
	resourceMapperMethod: 'resourceMapping',
};

/** Each function of the node that a form asks for by its name, with the field that asks. */
function askedIn(
	value: unknown,
	field = '',
): Array<[field: string, group: string, method: string]> {
	if (typeof value !== 'object' || value === null) return [];
	const { name = field } = value as { name?: string; type?: string };
	const within = 'type' in value && 'default' in value ? name : field;
	return Object.entries(value).flatMap(([key, entry]): ReturnType<typeof askedIn> => {
		const group = groups[key];
		return group ? [[within, group, String(entry)]] : askedIn(entry, within);
	});
}

test.each<[INodeType, Record<string, string>]>([
	[
		new MediaGeneration(),
		{
			model: 'listSearch.searchModels',
			parameters: 'resourceMapping.getModelParameters',
			callbackUrl: 'listSearch.searchTriggers',
			jobId: 'listSearch.searchJobs',
			keyId: 'listSearch.searchKeys',
			scopes: 'loadOptions.getScopes',
		},
	],
	[new LmChatMediaGeneration(), { model: 'listSearch.searchModels' }],
])(
	'the fields of $description.displayName ask for lists that it has',
	({ description, methods = {} }, asked) => {
		const found = askedIn(description.properties);
		expect(
			Object.fromEntries(found.map(([field, group, method]) => [field, `${group}.${method}`])),
		).toEqual(asked);
		for (const [, group, method] of found)
			expect(methods[group as 'listSearch']?.[method]).toBeInstanceOf(Function);
	},
);
