import { createHash } from 'node:crypto';

/** Numbers from 0 up to 1 that follow from a seed alone. */
export type Draw = () => number;

/** The same row of numbers for the same words. */
export function drawFrom(...words: Array<string | number>): Draw {
	let round = 0;
	let pool = Buffer.alloc(0);
	return () => {
		if (pool.length === 0)
			pool = createHash('sha256')
				.update(JSON.stringify([...words, round++]))
				.digest();
		const value = pool.readUInt16BE(0) / 65_536;
		pool = pool.subarray(2);
		return value;
	};
}

/**
 * An abstract landscape of glows and waves in one family of colours, as SVG elements that fill
 * width x height pixels.
 */
export function backdrop(width: number, height: number, draw: Draw): string {
	const hue = draw() * 360;
	const sky = `<linearGradient id="sky" x1="${draw() * 0.6}" y1="0" x2="${0.4 + draw() * 0.6}" y2="1">
		<stop offset="0" stop-color="${colour(hue, 70, 16 + draw() * 12)}"/>
		<stop offset="1" stop-color="${colour(hue + 40 + draw() * 60, 75, 50 + draw() * 15)}"/></linearGradient>`;
	const glows = Array.from({ length: 4 + Math.floor(draw() * 4) }, (_, index) =>
		glow(index, width, height, hue, draw),
	);
	const waves = Array.from({ length: 3 }, (_, index) => wave(index, width, height, hue, draw));
	return `<defs>${sky}${glows.map(({ gradient }) => gradient).join('')}</defs>
		<rect width="${width}" height="${height}" fill="url(#sky)"/>
		${glows.map(({ shape }) => shape).join('')}${waves.join('')}`;
}

function glow(index: number, width: number, height: number, hue: number, draw: Draw) {
	const light = colour(hue + draw() * 140 - 30, 85, 55 + draw() * 25);
	const radius = Math.max(width, height) * (0.12 + draw() * 0.35);
	return {
		gradient: `<radialGradient id="glow${index}"><stop offset="0" stop-color="${light}" stop-opacity="0.85"/>
			<stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>`,
		shape: `<circle cx="${draw() * width}" cy="${draw() * height * 0.8}" r="${radius}" fill="url(#glow${index})"/>`,
	};
}

function wave(index: number, width: number, height: number, hue: number, draw: Draw): string {
	const top = height * (0.55 + index * 0.13);
	const swing = () => top + (draw() - 0.5) * height * 0.25;
	const line = `M0 ${swing()} C${width * 0.3} ${swing()} ${width * 0.6} ${swing()} ${width} ${swing()}`;
	return `<path d="${line} V${height} H0 Z" fill="${colour(hue + 180 + draw() * 50, 60, 22 - index * 5)}" fill-opacity="0.55"/>`;
}

function colour(hue: number, saturation: number, lightness: number): string {
	return `hsl(${Math.round(hue) % 360}, ${Math.round(saturation)}%, ${Math.round(lightness)}%)`;
}
