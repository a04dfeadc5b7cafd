import { fontsFor } from './fonts';
import { directionOf } from './line';
import { fitText, plain } from './paragraph';
import { outlineOf, widthOf } from './text';

/** A panel of text along the lower edge of a picture, as SVG elements, and how high it is in pixels. */
export interface Caption {
	svg: string;
	height: number;
}

/**
 * The prompt in large letters above a line of small print.
 * @param share how much of the height the prompt may take at most, from 0 to 1
 */
export async function caption(prompt: string, smallPrint: string, width: number, height: number, share: number): Promise<Caption> {
	const words = plain(prompt);
	const [fonts, direction] = [await fontsFor(`${words} ${smallPrint}`), directionOf(words)];
	const side = Math.min(width, height);
	const margin = side * 0.05;
	const box = { width: width - 2 * margin, height: height * share };
	const { lines, fontSize, lineHeight } = fitText(words, box, Math.max(10, side * 0.065), Math.max(7, side * 0.014), fonts);
	const printSize = Math.min(Math.max(7, side * 0.024), (box.width / widthOf(smallPrint, 1, fonts)) * 0.99);
	const panelHeight = lines.length * lineHeight + printSize * 2 + margin * 1.4;
	const top = height - panelHeight;
	const letters = lines.map((line, index) => {
		const x = direction === 'ltr' ? margin : width - margin - widthOf(line, fontSize, fonts);
		return outlineOf(line, x, top + margin * 0.7 + index * lineHeight + fontSize, fontSize, fonts, direction);
	});
	const print = outlineOf(smallPrint, margin, height - margin * 0.7, printSize, fonts);
	return {
		height: Math.ceil(panelHeight),
		svg: `<rect y="${top}" width="${width}" height="${panelHeight}" fill="#0b1020" fill-opacity="0.55"/>
			<path d="${letters.join('')}" fill="#ffffff"/><path d="${print}" fill="#ffffff" fill-opacity="0.75"/>`,
	};
}
