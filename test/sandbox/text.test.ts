import { fitText, outlineOf, widthOf } from '../../sandbox/media/text';

it('draws every glyph at every place with real coordinates', () => {
	for (let x = 0; x < 400; x += 7.13) {
		expect(outlineOf('1280 × 720 — 8%&Ωж', x, 690.35, 17.28)).not.toMatch(/NaN|Infinity|e/);
	}
});

it('fits text into its box', () => {
	const box = { width: 300, height: 120 };
	for (const text of ['fox', 'a few words more', 'x'.repeat(400), 'word '.repeat(300)]) {
		const { lines, fontSize, lineHeight } = fitText(text, box, 40, 8);
		expect(lines.length * lineHeight).toBeLessThanOrEqual(box.height + lineHeight);
		for (const line of lines) expect(widthOf(line, fontSize)).toBeLessThanOrEqual(box.width * 1.05);
	}
	expect(fitText('word '.repeat(300), box, 40, 8).lines.at(-1)).toMatch(/…$/);
});
