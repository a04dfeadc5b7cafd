import type { Media } from '../../../../contract/catalog';
import { wordList } from './words';

/** What is known of the files of one kind of media. */
export interface MediaRow {
	/** In a sentence. */
	called: string;
	words: ReadonlySet<string>;
	extensions: ReadonlySet<string>;
	/** The only content types that a file is given as, with the endings of its name. */
	types: Readonly<Record<string, string>>;
	/** The type where nothing tells. */
	fallbackType: string;
	/** Its first bytes, each as one character. */
	signatures: ReadonlyArray<{ type: string; at: number; bytes: string }>;
}

/** A row for each kind of media that jobs make. */
export const mediaRows: Readonly<Record<Media, MediaRow>> = {
	image: {
		called: 'an image',
		words: wordList(
			'image img picture photo pic png jpg jpeg webp still thumbnail thumb cover poster',
		),
		extensions: wordList('png jpg jpeg jfif webp gif avif bmp tif tiff heic heif jxl apng'),
		types: {
			'image/png': 'png',
			'image/jpeg': 'jpg',
			'image/webp': 'webp',
			'image/gif': 'gif',
			'image/avif': 'avif',
			'image/heic': 'heic',
			'image/bmp': 'bmp',
			'image/tiff': 'tiff',
		},
		fallbackType: 'image/png',
		signatures: [
			{ type: 'image/png', at: 0, bytes: '\x89PNG' },
			{ type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
			{ type: 'image/gif', at: 0, bytes: 'GIF8' },
			{ type: 'image/webp', at: 8, bytes: 'WEBP' },
			{ type: 'image/avif', at: 4, bytes: 'ftypavi' },
			{ type: 'image/heic', at: 4, bytes: 'ftyphe' },
			{ type: 'image/heic', at: 4, bytes: 'ftypmif1' },
			{ type: 'image/heic', at: 4, bytes: 'ftypmsf1' },
			{ type: 'image/tiff', at: 0, bytes: 'II*\0' },
			{ type: 'image/tiff', at: 0, bytes: 'MM\0*' },
		],
	},
	video: {
		called: 'a video',
		words: wordList('video mp4 clip movie film motion webm mov animation'),
		extensions: wordList('mp4 webm mov m4v mkv avi mpg mpeg ogv 3gp m3u8 ts'),
		types: {
			'video/mp4': 'mp4',
			'video/webm': 'webm',
			'video/quicktime': 'mov',
			'video/x-matroska': 'mkv',
			'video/x-msvideo': 'avi',
			'video/mpeg': 'mpg',
		},
		fallbackType: 'video/mp4',
		signatures: [
			{ type: 'video/quicktime', at: 4, bytes: 'ftypqt' },
			{ type: 'video/mp4', at: 4, bytes: 'ftyp' },
			{ type: 'video/webm', at: 0, bytes: '\x1a\x45\xdf\xa3' },
			{ type: 'video/x-msvideo', at: 8, bytes: 'AVI ' },
		],
	},
};

/** Endings of files that are no media. */
export const otherExtensions = wordList(
	'json html htm php aspx txt md pdf xml csv srt vtt ass mp3 wav m4a ogg flac aac zip tar gz js css svg psd exe yaml yml log',
);

export const signatures = Object.values(mediaRows).flatMap((row) => row.signatures);
