import harfbuzz from 'harfbuzzjs';

/** The way in which a script is written. */
export type Direction = 'ltr' | 'rtl';

/** One step of an outline, named as in an SVG path. Its numbers are x and y in turn, in ems, y upwards. */
export interface Step {
	type: string;
	values: number[];
}

/** A shape to draw, how far it lies from where the pen stands, and how far it moves the pen. In ems. */
export interface Glyph {
	outline: Step[];
	x: number;
	y: number;
	advance: number;
}

/** A font that text can be set in. */
export interface Typeface {
	/** Whether it can draw all of a text. */
	has(text: string): boolean;
	/** The glyphs of text in one script, from left to right. */
	shape(text: string, direction: Direction): Glyph[];
}

/** Letters keep the distances and forms that they have one by one; what a script cannot do without stays on. */
const FEATURES = '-kern,-liga';

/** Makes a typeface of a TrueType or OpenType file, at regular weight where it has several. */
export async function typefaceOf(file: Uint8Array): Promise<Typeface> {
	const engine = await harfbuzz;
	const face = engine.createFace(engine.createBlob(file), 0);
	const font = engine.createFont(face);
	font.setVariations({ wght: 400 });
	const characters = new Set(Array.from(face.collectUnicodes(), (code) => String.fromCodePoint(code)));
	const outlines = new Map<number, Step[]>();
	const em = (units: number) => units / face.upem;

	const outlineOf = (glyph: number): Step[] => {
		const outline = outlines.get(glyph) ?? font.glyphToJson(glyph).map(({ type, values }) => ({ type, values: values.map(em) }));
		outlines.set(glyph, outline);
		return outline;
	};

	return {
		has: (text) => Array.from(text).every((character) => characters.has(character) || /\p{Default_Ignorable_Code_Point}/u.test(character)),
		shape(text, direction) {
			const buffer = engine.createBuffer();
			buffer.addText(text);
			buffer.setDirection(direction);
			buffer.guessSegmentProperties();
			engine.shape(font, buffer, FEATURES);
			const glyphs = buffer.getGlyphInfosAndPositions();
			buffer.destroy();
			return glyphs.map((glyph) => ({
				outline: outlineOf(glyph.codepoint),
				x: em(glyph.x_offset),
				y: em(glyph.y_offset),
				advance: em(glyph.x_advance),
			}));
		},
	};
}
