import bidiFactory from 'bidi-js';
import { graphemesOf, type Fonts } from './fonts';
import type { Direction, Glyph, Typeface } from './typeface';

/** A part of a line that is shaped at once. */
interface Run {
	start: number;
	text: string;
	level: number;
	typeface: Typeface;
}

const bidi = bidiFactory();

/** The direction of a text as a whole: that of its first letter. */
export function directionOf(text: string): Direction {
	return isRightToLeft(bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level ?? 0) ? 'rtl' : 'ltr';
}

/** The glyphs of a line from left to right, with what is written from right to left turned round. */
export function glyphsOf(line: string, direction: Direction, fonts: Fonts): Glyph[] {
	const embedding = bidi.getEmbeddingLevels(line, direction);
	const places: number[] = [];
	bidi.getReorderedIndices(line, embedding).forEach((index, place) => (places[index] = place));
	return runsOf(line, embedding.levels, fonts)
		.sort((one, other) => places[one.start]! - places[other.start]!)
		.flatMap(({ typeface, text, level }) => typeface.shape(text, isRightToLeft(level) ? 'rtl' : 'ltr'));
}

/** Words stand alone, as a run takes the script of its first letter for all of it. */
function runsOf(line: string, levels: Uint8Array, fonts: Fonts): Run[] {
	const runs: Run[] = [];
	let start = 0;
	for (const grapheme of graphemesOf(line)) {
		const [last, level, typeface] = [runs.at(-1), levels[start]!, fonts(grapheme)];
		const goesOn = last && last.level === level && last.typeface === typeface && grapheme !== ' ' && last.text !== ' ';
		if (goesOn) last.text += grapheme;
		else runs.push({ start, text: grapheme, level, typeface });
		start += grapheme.length;
	}
	return runs;
}

function isRightToLeft(level: number): boolean {
	return level % 2 === 1;
}
