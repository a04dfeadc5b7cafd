import type { Media } from '../../../../contract/catalog';
import { readDataUri } from '../../../../nodes/MediaGeneration/files/dataUri';
import { fileTypeOf } from '../../../../nodes/MediaGeneration/files/fileType';

test.each([
	['data:image/png;base64,aGk=', 'image/png', 'hi'],
	['data:image/png;base64,%2B%2f8%3D', 'image/png', '\xfb\xff'],
	['data:text/plain;charset=utf-8,a%20b,c%', 'text/plain', 'a b,c%'],
	['data:image/png,%89PNG', 'image/png', '\x89PNG'],
	['data:,hi', '', 'hi'],
	['data:image/png', '', ''],
])('%s holds its content and names its type', (uri, type, content) => {
	const read = readDataUri(uri);
	expect([read.type, read.content.toString('latin1')]).toEqual([type, content]);
});

const PNG = '\x89PNG\r\n\x1a\n';
const MP4 = '\0\0\0\x18ftypisom';
const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each<[string, string, string | undefined, string, Media, object]>([
	[
		'its first bytes, whatever is said',
		PNG,
		'video/mp4',
		'/a.mp4',
		'image',
		{ type: 'image/png', ending: 'png' },
	],
	[
		'its first bytes, where they are of another kind',
		MP4,
		'image/png',
		'/a.png',
		'image',
		{ seems: 'video/mp4' },
	],
	[
		'what the server says',
		'odd',
		'image/webp; q=1',
		'/a',
		'image',
		{ type: 'image/webp', ending: 'webp' },
	],
	[
		'its address, where the server says nothing',
		'odd',
		undefined,
		'/a.jpeg?x=1',
		'image',
		{ type: 'image/jpeg', ending: 'jpg' },
	],
	[
		'its address, where the server says only that it is bytes',
		'odd',
		'application/octet-stream',
		'/a.webm',
		'video',
		{ type: 'video/webm', ending: 'webm' },
	],
	[
		'its address, where the server says a type of the kind that nobody knows',
		'odd',
		'image/odd',
		'/a.gif',
		'image',
		{ type: 'image/gif', ending: 'gif' },
	],
	[
		'what was wanted, where its first bytes could be two letters of anything',
		'BMW',
		undefined,
		'/a',
		'video',
		{ type: 'video/mp4', ending: 'mp4' },
	],
	[
		'nothing but what was wanted',
		'odd',
		undefined,
		'/a.exe',
		'image',
		{ type: 'image/png', ending: 'png' },
	],
	[
		'what the server says, where that is no media of the kind',
		'odd',
		'audio/mpeg',
		'/a.png',
		'image',
		{ seems: 'audio/mpeg' },
	],
	[
		'its first bytes, where they are text',
		' <html>',
		'image/png',
		'/a.png',
		'image',
		{ seems: 'text' },
	],
	[
		'what the server says of text',
		'{"a":1}',
		'application/json',
		'/a.png',
		'image',
		{ seems: 'application/json' },
	],
])('a file goes by %s', (_, head, said, path, wanted, type) => {
	expect(
		fileTypeOf({ head: bytes(head), said, url: `https://media.example.com${path}`, media: wanted }),
	).toEqual(type);
});

test.each(['octet-stream', 'binary/octet-stream', 'application/download', 'application/unknown'])(
	'%s tells nothing of a file',
	(said) => {
		expect(fileTypeOf({ head: bytes('odd'), said, url: '/a', media: 'image' })).toEqual({
			type: 'image/png',
			ending: 'png',
		});
		expect(fileTypeOf({ head: bytes('<html>'), said, url: '/a', media: 'image' })).toEqual({
			seems: 'text',
		});
	},
);

test.each([
	['<html>', true],
	['\xef\xbb\xbf{"a":1}', true],
	['odd <html>', false],
	['{\x00', false],
	['{"a":1}\x08', false],
])('a file that begins with %j is text: %s', (head, isText) => {
	const type = isText ? { seems: 'text' } : { type: 'image/gif', ending: 'gif' };
	expect(fileTypeOf({ head: bytes(head), said: 'image/gif', url: '/a', media: 'image' })).toEqual(
		type,
	);
});
