import type { IBinaryData, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { toUrl } from '../../../../nodes/MediaGeneration/files/reference';

const node = { id: 'n', name: 'n', type: 'n', typeVersion: 1, position: [0, 0], parameters: {} } as INode;
const file: IBinaryData = { id: 'filesystem:1', data: '', mimeType: 'image/png' };
const inMemory: IBinaryData = { data: 'AA==', mimeType: 'image/png' };
const contextOf = (...items: Array<INodeExecutionData['binary']>) =>
	({
		getNode: () => node,
		getInputData: () => items.map((binary) => ({ json: {}, binary })),
		helpers: { createBinarySignedUrl: ({ id }: IBinaryData, expires: string) => `https://n8n.example/${id}?expires=${expires}` },
	}) as unknown as IExecuteFunctions;

test.each(['https://example.com/x.png', 'HTTP://example.com', 'data:image/png;base64,AA==', 's3://bucket/x.png'])('an address stays as it is: %s', (url) => {
	expect(toUrl(contextOf(), url, 'image_url', 0)).toBe(url);
});

test('the name of a binary field is a link to the file of that very item, for a day', () => {
	expect(toUrl(contextOf({ photo: inMemory }, { photo: file }), 'photo', 'image_url', 1)).toBe('https://n8n.example/filesystem:1?expires=24h');
});

test.each<[string, Array<INodeExecutionData['binary']>, string, string]>([
	['of other names', [{ photo: file, mask: file }], 'picture', 'The binary fields of this item: photo, mask.'],
	['by a name that every object has', [{ photo: file }], 'constructor', 'The binary fields of this item: photo.'],
	['of another item', [undefined, { photo: file }], 'photo', 'This item has no binary fields: an earlier node must read the file.'],
	['of no item', [], 'photo', 'This item has no binary fields: an earlier node must read the file.'],
])('a file %s is none', (_, items, given, description) => {
	expect(() => toUrl(contextOf(...items), given, 'image_url', 0)).toThrow(
		expect.objectContaining({
			message: `image_url must be an http(s) URL or the name of a binary field of the item (given: ${given})`,
			description,
			context: expect.objectContaining({ itemIndex: 0 }),
		}),
	);
});

test('a file that n8n keeps in memory has no link', () => {
	expect(() => toUrl(contextOf({ photo: inMemory }), 'photo', 'image_url', 0)).toThrow(
		expect.objectContaining({
			message: 'n8n cannot give the service a link to the file in photo',
			description: 'This n8n keeps files in memory. Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, s3, azure or database, or give a URL.',
			context: expect.objectContaining({ itemIndex: 0 }),
		}),
	);
});
