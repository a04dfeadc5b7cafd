import { wordList } from './rows';

export type Media = 'image' | 'video';

/** What the end of an address tells of the file there. */
export const extensions: Record<Media | 'other', ReadonlySet<string>> = {
	image: wordList('png jpg jpeg jfif webp gif avif bmp tif tiff heic heif jxl apng'),
	video: wordList('mp4 webm mov m4v mkv avi mpg mpeg ogv 3gp m3u8 ts'),
	other: wordList('json html htm php aspx txt md pdf xml csv srt vtt ass mp3 wav m4a ogg flac aac zip tar gz js css svg exe yaml yml log'),
};

/** The first bytes of files, as text of one character a byte. */
export const signatures: ReadonlyArray<{ type: string; at: number; bytes: string }> = [
	{ type: 'image/png', at: 0, bytes: '\x89PNG' },
	{ type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
	{ type: 'image/gif', at: 0, bytes: 'GIF8' },
	{ type: 'image/webp', at: 8, bytes: 'WEBP' },
	{ type: 'image/avif', at: 4, bytes: 'ftypavif' },
	{ type: 'image/heic', at: 4, bytes: 'ftypheic' },
	{ type: 'image/bmp', at: 0, bytes: 'BM' },
	{ type: 'image/tiff', at: 0, bytes: 'II*\0' },
	{ type: 'image/tiff', at: 0, bytes: 'MM\0*' },
	{ type: 'video/quicktime', at: 4, bytes: 'ftypqt' },
	{ type: 'video/mp4', at: 4, bytes: 'ftyp' },
	{ type: 'video/webm', at: 0, bytes: '\x1a\x45\xdf\xa3' },
	{ type: 'video/x-msvideo', at: 8, bytes: 'AVI ' },
];
