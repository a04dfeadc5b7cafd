import {
	addressInObject,
	parsePastedAddress,
} from '../../../../nodes/MediaGeneration/preflight/address';

const FILE = 'https://h.example/a.png';

test.each([
	[FILE],
	[` ${FILE}\n`],
	[`![photo](${FILE})`],
	[`[photo](${FILE} "a title")`],
	[`<${FILE}>`],
	[`"${FILE}"`],
	[`(${FILE})`],
	[`“${FILE}”`],
	[`<img alt="x" src="${FILE}">`],
	[`<a href='${FILE}'>photo</a>`],
	[`=IMAGE("${FILE}")`],
	[`=HYPERLINK("${FILE}"; "photo")`],
	[`Photo: ${FILE}`],
	[`Image URL: <${FILE}>`],
	[`- ${FILE}`],
	['h.example/a.png'],
	['//h.example/a.png'],
	['https:/h.example/a.png'],
	[`${FILE}.`],
	[`${FILE})`],
	[`${FILE} (12 KB)`],
	[`a.png (${FILE})`],
	[`url(${FILE})`],
])('%j is understood', (given) => {
	expect(parsePastedAddress(given)).toEqual({ address: FILE });
});

test.each([
	[
		'https://drive.google.com/file/d/1AbC_defGHIjkl-2345/view?usp=sharing',
		'https://drive.google.com/uc?export=download&id=1AbC_defGHIjkl-2345',
	],
	[
		'https://drive.google.com/open?id=1AbC_defGHIjkl-2345',
		'https://drive.google.com/uc?export=download&id=1AbC_defGHIjkl-2345',
	],
	['https://www.dropbox.com/s/abc/photo.png?dl=0', 'https://www.dropbox.com/s/abc/photo.png?raw=1'],
	[
		'https://www.dropbox.com/scl/fi/abc/photo.png?rlkey=k&dl=0',
		'https://www.dropbox.com/scl/fi/abc/photo.png?rlkey=k&raw=1',
	],
	[
		'https://github.com/owner/name/blob/main/docs/a.png',
		'https://raw.githubusercontent.com/owner/name/main/docs/a.png',
	],
	['https://imgur.com/aBcDeF1', 'https://i.imgur.com/aBcDeF1.jpg'],
	['https://gitlab.com/g/p/-/blob/main/a.png', 'https://gitlab.com/g/p/-/raw/main/a.png'],
	['https://huggingface.co/o/r/blob/main/a.png', 'https://huggingface.co/o/r/resolve/main/a.png'],
	[
		'https://de.wikipedia.org/wiki/Datei:Cat.jpg',
		'https://commons.wikimedia.org/wiki/Special:FilePath/Cat.jpg',
	],
	['https://www.google.com/imgres?imgurl=https%3A%2F%2Fh.example%2Fa.png&x=1', FILE],
])('of the page %s the file itself is taken, which is said', (given, address) => {
	expect(parsePastedAddress(given)).toEqual({ address, note: expect.stringContaining(address) });
});

test.each([
	'https://drive.google.com/drive/folders/1AbC',
	'https://docs.google.com/document/d/1AbC/edit',
	'https://photos.app.goo.gl/abc',
	'https://unsplash.com/photos/abc123',
	'https://www.flickr.com/photos/a/1',
	'https://mega.nz/file/abc#x',
	'https://1drv.ms/i/s!abc',
	'https://contoso-my.sharepoint.com/:i:/g/personal/x/abc',
	'https://www.canva.com/design/abc/view',
	'https://www.figma.com/file/abc/x',
	'https://we.tl/t-abc',
	'https://www.icloud.com/photos/#abc',
	'https://www.instagram.com/p/abc/',
	'https://imgur.com/a/abc',
	'https://youtu.be/abc',
	'https://ibb.co/abc',
	'https://team.slack.com/files/U1/F1/a.png',
	'https://app.box.com/s/abc',
	'https://www.notion.so/x/abc',
])('%s is refused, with what to do', (given) => {
	expect(parsePastedAddress(given)).toEqual({
		refusal: expect.stringMatching(/^is an? .+, and not the file itself: /),
	});
});

test.each([
	'blob:https://app.example.com/0f1e',
	'file:///a.png',
	'C:\\Users\\me\\a.png',
	'/home/me/a.png',
	's3://bucket/a.png',
	'gs://bucket/a.png',
	'sandbox:/mnt/data/a.png',
	'https://files.slack.com/files-pri/T1-F1/a.png',
	'https://www.googleapis.com/drive/v3/files/abc?alt=media',
	'https://graph.microsoft.com/v1.0/me/drive/items/abc/content',
	'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
])('%s is refused, as the service cannot open it', (given) => {
	expect(parsePastedAddress(given)).toEqual({
		refusal: expect.stringMatching(/: (read|give|it opens)|node/),
	});
});

test.each([
	'data',
	'photo.png',
	'my photo',
	'a, b',
	'https://h.example/a b',
	'see h.example for more',
	'data:image/png;base64,AAAA',
])('%j is no address', (given) => {
	expect(parsePastedAddress(given)).toBeUndefined();
});

test.each([
	'https://drive.google.com/uc?export=download&id=1AbC_defGHIjkl-2345',
	'https://www.dropbox.com/s/abc/photo.png?raw=1',
	'https://dl.dropboxusercontent.com/s/abc/photo.png',
	'https://raw.githubusercontent.com/owner/name/main/a.png',
	'https://i.imgur.com/aBcDeF1.jpg',
	'https://h.example/image?id=7',
	'https://lh3.googleusercontent.com/abc=w1000',
	'https://pbs.twimg.com/media/abc.jpg',
	'https://amazon.images-x.example/a.png',
	'https://pin.it.example/a.png',
])('%s is a file as far as its address tells', (given) => {
	expect(parsePastedAddress(given)).toEqual({ address: given });
});

test.each([
	[{ url: FILE }],
	[{ name: 'a', type: 'file', file: { url: FILE } }],
	[{ name: 'a', type: 'external', external: { url: FILE } }],
	[
		{
			id: 'att1',
			filename: 'a.png',
			url: FILE,
			thumbnails: { small: { url: 'https://h.example/s.png' } },
		},
	],
	[{ type: 'image_url', image_url: { url: FILE } }],
	[{ '@microsoft.graph.downloadUrl': FILE, webUrl: 'https://h.example/page' }],
	[{ webContentLink: FILE, webViewLink: 'https://h.example/page' }],
	[{ secure_url: FILE }],
])('the address in %j', (value) => {
	expect(addressInObject(value)).toBe(FILE);
});

test.each([[{}], [{ url: 'a.png' }], [{ file: 'x' }], ['text'], [null], [[FILE]]])(
	'there is none in %j',
	(value) => {
		expect(addressInObject(value)).toBeUndefined();
	},
);
