import sharp, { type OverlayOptions } from 'sharp';
import { graphemesOf, loadFonts } from './fonts';

/** A panel of text along an edge of a picture: SVG elements, the text that lies over them, and how high it is in pixels. */
export interface Caption {
	svg: string;
	text: OverlayOptions[];
	height: number;
}

/** Where and how text is drawn; all in pixels. */
interface Box {
	width: number;
	height: number;
	fontSize: number;
	/** Of the letters, as hexadecimal digits. */
	alpha: string;
}

/** More would be too small to be read. */
const MOST_CHARACTERS = 600;
/** At so many dots an inch a point is a pixel. */
const DPI = 72;

/** There is nothing to draw of a text of white space, joiners and selectors only. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A line that says who has drawn a picture, and what it was asked for. */
export const smallPrint = (...facts: string[]): string =>
	['drawn by the sandbox', ...facts].join('  ·  ');

/**
 * The prompt in large letters above a line of small print.
 * @param share how much of the height the prompt may take at most, from 0 to 1
 * @param isAtTop whether it stands at the upper edge, over a picture that has a caption of its own
 */
export async function caption(
	prompt: string,
	below: string,
	width: number,
	height: number,
	share: number,
	isAtTop = false,
): Promise<Caption> {
	const text = plain(prompt);
	const words = VISIBLE.test(text) ? shortened(text) : '…';
	const side = Math.min(width, height);
	const margin = Math.round(side * 0.05);
	const box = {
		width: Math.max(1, width - 2 * margin),
		height: Math.max(1, Math.floor(height * share)),
	};
	const large = await drawn(words, {
		...box,
		fontSize: Math.max(10, side * 0.065),
		alpha: 'ff',
	});
	const small = await drawn(below, {
		width: box.width,
		height: Math.ceil(side * 0.035),
		fontSize: Math.max(7, side * 0.024),
		alpha: 'bf',
	});
	const panelHeight = Math.min(height, large.height + small.height + 3 * margin);
	const top = isAtTop ? 0 : height - panelHeight;
	const left = isRightToLeft(words) ? width - margin - large.width : margin;
	return {
		height: panelHeight,
		svg: `<rect y="${top}" width="${width}" height="${panelHeight}" fill="#0b1020" fill-opacity="0.55"/>`,
		text: [
			{ input: large.input, left, top: top + margin },
			{ input: small.input, left: margin, top: top + panelHeight - margin - small.height },
		],
	};
}

/** Text at its size, broken into lines; smaller where it would not fit. */
async function drawn(text: string, { width, height, fontSize, alpha }: Box) {
	const fonts = await loadFonts(text);
	const font = { font: `${fonts} ${fontSize}`, width, wrap: 'word-char', rgba: true } as const;
	const markup = `<span foreground="#ffffff${alpha}">${escaped(text)}</span>`;
	const render = async (fit: { dpi: number } | { height: number }) =>
		await sharp({ text: { ...font, ...fit, text: markup } })
			.png({ compressionLevel: 1 })
			.toBuffer({ resolveWithObject: true });
	const asked = await render({ dpi: DPI });
	const { data, info } =
		asked.info.height > height || asked.info.width > width ? await render({ height }) : asked;
	return { input: data, width: info.width, height: info.height };
}

/** Text without what has no place in a paragraph: breaks, control characters, halves of characters. */
export function plain(text: string): string {
	return text
		.normalize()
		.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
		.trim();
}

function shortened(text: string): string {
	const characters = graphemesOf(text);
	return characters.length > MOST_CHARACTERS
		? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
		: text;
}

const escaped = (text: string) =>
	text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Whether the first letter of a text is of a script that is written from right to left. */
const isRightToLeft = (text: string) =>
	/^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
