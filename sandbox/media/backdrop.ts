import { createHash } from 'node:crypto';

/** Numbers from 0 up to 1 that follow from a seed alone. */
export type Draw = () => number;

/** The same row of numbers for the same words. */
export function drawFrom(...words: Array<string | number>): Draw {
	let round = 0;
	return () => {
		const text = JSON.stringify([...words, round++]);
		return createHash('sha256').update(text).digest().readUInt16BE() / 65_536;
	};
}

/** An abstract landscape of glows and waves in one family of colours, as SVG elements that fill width x height pixels. */
export function backdrop(width: number, height: number, draw: Draw): string {
	const hue = draw() * 360;
	const stop = (colour: string, offset: number, opacity = 1) =>
		`<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
	const sky = [
		hslOf(hue, 70, 16 + draw() * 12),
		hslOf(hue + 40 + draw() * 60, 75, 50 + draw() * 15),
	];
	const glows = Array.from({ length: 4 + Math.floor(draw() * 4) }, (_, index) => {
		const light = hslOf(hue + draw() * 140 - 30, 85, 55 + draw() * 25);
		const radius = Math.max(width, height) * (0.12 + draw() * 0.35);
		return `<radialGradient id="glow${index}">${stop(light, 0, 0.85)}${stop(light, 1, 0)}</radialGradient>
			<circle cx="${draw() * width}" cy="${draw() * height * 0.8}" r="${radius}" fill="url(#glow${index})"/>`;
	});
	const waves = [0, 1, 2].map((index) => {
		const swing = () => height * (0.55 + index * 0.13 + (draw() - 0.5) * 0.25);
		const line = `M0 ${swing()} C${width * 0.3} ${swing()} ${width * 0.6} ${swing()} ${width} ${swing()}`;
		return `<path d="${line} V${height} H0 Z" fill="${hslOf(hue + 180 + draw() * 50, 60, 22 - index * 5)}" fill-opacity="0.55"/>`;
	});
	return `<linearGradient id="sky" x1="${draw() * 0.6}" y1="0" x2="${0.4 + draw() * 0.6}" y2="1">${sky.map((colour, at) => stop(colour, at)).join('')}</linearGradient>
		<rect width="${width}" height="${height}" fill="url(#sky)"/>${glows.join('')}${waves.join('')}`;
}

function hslOf(hue: number, saturation: number, lightness: number): string {
	return `hsl(${Math.round(hue) % 360}, ${Math.round(saturation)}%, ${Math.round(lightness)}%)`;
}
