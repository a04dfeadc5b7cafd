import { parse, type Font, type Glyph, type PathCommand } from 'opentype.js';
import { readFileSync } from 'node:fs';

/** Text broken into lines, at the largest size at which it fits. Sizes in pixels. */
export interface TextBlock {
	lines: string[];
	fontSize: number;
	lineHeight: number;
}

const LINE_HEIGHT = 1.3;
let loaded: Font | undefined;
const glyphs = new Map<string, Glyph>();

/** Text is drawn as outlines, so that it looks the same on machines with other fonts or none. */
function font(): Font {
	if (!loaded) {
		const { buffer, byteOffset, byteLength } = readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
		loaded = parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
	}
	return loaded;
}

function glyphOf(character: string): Glyph {
	let glyph = glyphs.get(character);
	if (!glyph) {
		glyph = font().charToGlyph(character);
		glyphs.set(character, glyph);
	}
	return glyph;
}

/** How wide a line of text is, in pixels. */
export function widthOf(text: string, fontSize: number): number {
	const units = [...text].reduce((sum, character) => sum + (glyphOf(character).advanceWidth ?? 0), 0);
	return (units * fontSize) / font().unitsPerEm;
}

/** The outlines of a line of text whose baseline starts at x, y: the `d` of an SVG path. */
export function outlineOf(text: string, x: number, y: number, fontSize: number): string {
	const scale = fontSize / font().unitsPerEm;
	const parts: string[] = [];
	let at = x;
	for (const character of text) {
		const glyph = glyphOf(character);
		parts.push(...glyph.getPath(at, y, fontSize).commands.map(pathStep));
		at += (glyph.advanceWidth ?? 0) * scale;
	}
	return parts.join('');
}

/** One step of an outline. The library's own writer turns some coordinates into NaN. */
function pathStep(step: PathCommand): string {
	const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
	switch (step.type) {
		case 'Z':
			return 'Z';
		case 'Q':
			return `Q${point(step.x1, step.y1)} ${point(step.x, step.y)}`;
		case 'C':
			return `C${point(step.x1, step.y1)} ${point(step.x2, step.y2)} ${point(step.x, step.y)}`;
		default:
			return `${step.type}${point(step.x, step.y)}`;
	}
}

/** Fits text into a box: the largest size from `most` down to `least` at which it fits, else cut with an ellipsis. */
export function fitText(text: string, box: { width: number; height: number }, most: number, least: number): TextBlock {
	const words = text
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.split(' ');
	for (let fontSize = most; ; fontSize = Math.max(least, fontSize * 0.9)) {
		const lines = wrap(words, box.width, fontSize);
		const room = Math.max(1, Math.floor(box.height / (fontSize * LINE_HEIGHT)));
		if (lines.length <= room || fontSize <= least) {
			const shown = lines.slice(0, room);
			if (shown.length < lines.length) shown[room - 1] = `${shown[room - 1]!.slice(0, -1)}…`;
			return { lines: shown, fontSize, lineHeight: fontSize * LINE_HEIGHT };
		}
	}
}

function wrap(words: string[], width: number, fontSize: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of words.flatMap((each) => pieces(each, width, fontSize))) {
		const longer = line ? `${line} ${word}` : word;
		if (line && widthOf(longer, fontSize) > width) {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}
	return [...lines, line];
}

/** A word that is wider than a line, in parts that are not. */
function pieces(word: string, width: number, fontSize: number): string[] {
	if (widthOf(word, fontSize) <= width) return [word];
	const parts: string[] = [];
	let part = '';
	for (const character of word) {
		if (part && widthOf(part + character, fontSize) > width) {
			parts.push(part);
			part = '';
		}
		part += character;
	}
	return [...parts, part];
}
