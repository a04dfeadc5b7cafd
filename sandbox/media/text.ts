import type { Fonts } from './fonts';
import { glyphsOf } from './line';
import type { Direction, Step } from './typeface';

/** How wide a line of text is, in pixels. */
export function widthOf(text: string, fontSize: number, fonts: Fonts): number {
	return glyphsOf(text, 'ltr', fonts).reduce((sum, { advance }) => sum + advance, 0) * fontSize;
}

/** The outlines of a line of text whose left end stands at x, y: the `d` of an SVG path. */
export function outlineOf(text: string, x: number, y: number, fontSize: number, fonts: Fonts, direction: Direction = 'ltr'): string {
	const parts: string[] = [];
	let at = x;
	for (const glyph of glyphsOf(text, direction, fonts)) {
		parts.push(pathOf(glyph.outline, at + glyph.x * fontSize, y - glyph.y * fontSize, fontSize));
		at += glyph.advance * fontSize;
	}
	return parts.join('');
}

function pathOf(outline: Step[], x: number, y: number, fontSize: number): string {
	const place = (value: number, index: number) => (index % 2 === 0 ? x + value * fontSize : y - value * fontSize).toFixed(1);
	return outline.map(({ type, values }) => type + values.map(place).join(' ')).join('');
}
