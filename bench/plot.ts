import type { Figure } from './figure';

const WIDTH = 560;
const HEIGHT = 300;
const EDGE = 56;
const COLORS = ['#2563eb', '#d97706', '#059669'];

/** A plot of a figure's lines as SVG, readable on light and dark ground; both axes start at nothing. */
export function plot({ what, series = {} }: Figure, xLabel: string): string {
	const lines = Object.entries(series);
	const points = lines.flatMap(([, line]) => line);
	const most = (at: 0 | 1) => Math.max(...points.map((point) => point[at]));
	const x = (value: number) => EDGE + (value / most(0)) * (WIDTH - 2 * EDGE);
	const y = (value: number) => HEIGHT - EDGE - (value / most(1)) * (HEIGHT - 2 * EDGE);
	const text = (at: [number, number], words: string, anchor = 'middle', fill = '#64748b') =>
		`<text x="${at[0].toFixed(0)}" y="${at[1].toFixed(0)}" text-anchor="${anchor}" fill="${fill}">${words}</text>`;
	const drawn = lines.map(([name, line], index) => {
		const color = COLORS[index % COLORS.length];
		const path = line.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
		const dots = line
			.map(
				([px, py]) =>
					`<circle cx="${x(px).toFixed(1)}" cy="${y(py).toFixed(1)}" r="3" fill="${color}"/>`,
			)
			.join('');
		return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots}${text([WIDTH - EDGE, EDGE / 2 + 18 * index + 16], name, 'end', color)}`;
	});
	const ticks = [...new Set(points.map(([px]) => px))].map((px) =>
		text([x(px), HEIGHT - EDGE + 18], px.toLocaleString('en')),
	);
	const heights = [0, 0.5, 1].map((part) =>
		text([EDGE - 8, y(part * most(1)) + 4], (part * most(1)).toPrecision(3), 'end'),
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img"><title>${what}</title>
<path d="M${EDGE} ${EDGE / 2}V${HEIGHT - EDGE}H${WIDTH - EDGE}" fill="none" stroke="#94a3b8"/>
${text([EDGE, 18], 'seconds')}${text([WIDTH / 2, HEIGHT - 12], xLabel)}
${[...ticks, ...heights, ...drawn].join('\n')}
</svg>
`;
}
