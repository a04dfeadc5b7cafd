import { graphemesOf, type Fonts } from './fonts';
import { widthOf } from './text';

/** Text broken into lines, at the largest size at which it fits. Sizes in pixels. */
export interface TextBlock {
	lines: string[];
	fontSize: number;
	lineHeight: number;
}

const LINE_HEIGHT = 1.3;
/** After a space, and between characters of scripts that put none between their words. */
const BREAKS = /(?<= )|(?<=[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** How wide a piece of text is, in ems. */
type Measure = (text: string) => number;

/** Text without what has no place in a paragraph: breaks, control characters, letters in parts. */
export function plain(text: string): string {
	return text
		.normalize()
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
}

/** Fits text into a box: the largest size from `most` down to `least` at which it fits, else cut with an ellipsis. */
export function fitText(text: string, box: { width: number; height: number }, most: number, least: number, fonts: Fonts): TextBlock {
	const words = plain(text).split(BREAKS);
	const measure = measureIn(fonts);
	for (let fontSize = most; ; fontSize = Math.max(least, fontSize * 0.9)) {
		const lines = wrap(words, box.width / fontSize, measure);
		const room = Math.max(1, Math.floor(box.height / (fontSize * LINE_HEIGHT)));
		if (lines.length <= room || fontSize <= least) {
			const shown = lines.slice(0, room);
			if (shown.length < lines.length) shown.push(`${graphemesOf(shown.pop()!).slice(0, -1).join('')}…`);
			return { lines: shown, fontSize, lineHeight: fontSize * LINE_HEIGHT };
		}
	}
}

/** Measures each piece once, whatever size it is tried at. */
function measureIn(fonts: Fonts): Measure {
	const widths = new Map<string, number>();
	return (text) => {
		const width = widths.get(text) ?? widthOf(text, 1, fonts);
		widths.set(text, width);
		return width;
	};
}

function wrap(words: string[], width: number, measure: Measure): string[] {
	const fitting = words.flatMap((word) => (measure(word.trimEnd()) <= width ? [word] : fill(graphemesOf(word), width, measure)));
	return fill(fitting, width, measure).map((line) => line.trimEnd());
}

/** Puts parts together to lines as long as they fit. */
function fill(parts: string[], width: number, measure: Measure): string[] {
	const lines = [''];
	let filled = 0;
	for (const part of parts) {
		if (filled > 0 && filled + measure(part.trimEnd()) > width) {
			lines.push('');
			filled = 0;
		}
		lines.push(lines.pop() + part);
		filled += measure(part);
	}
	return lines;
}
