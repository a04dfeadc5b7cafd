/** What the typefaces need of packages that bring no types. */
declare module 'harfbuzzjs' {
	interface Buffer {
		addText(text: string): void;
		setDirection(direction: 'ltr' | 'rtl'): void;
		guessSegmentProperties(): void;
		/** Lengths in units of the font. */
		getGlyphInfosAndPositions(): Array<{ codepoint: number; x_advance: number; x_offset: number; y_offset: number }>;
		destroy(): void;
	}
	interface Face {
		upem: number;
		collectUnicodes(): Uint32Array;
	}
	interface Font {
		setVariations(values: Record<string, number>): void;
		glyphToJson(glyph: number): Array<{ type: string; values: number[] }>;
	}
	const ready: Promise<{
		createBlob(data: Uint8Array): object;
		createFace(blob: object, index: number): Face;
		createFont(face: Face): Font;
		createBuffer(): Buffer;
		shape(font: Font, buffer: Buffer, features: string): void;
	}>;
	export default ready;
}

declare module 'wawoff2' {
	export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
