import sharp, { type OverlayOptions } from 'sharp';

/** Lays reference pictures out in a grid, each whole and framed in white, on an area of width x height pixels. */
export async function placeReferences(
	pictures: Buffer[],
	width: number,
	height: number,
): Promise<OverlayOptions[]> {
	if (pictures.length === 0) return [];
	const columns = bestColumns(pictures.length, width, height);
	const rows = Math.ceil(pictures.length / columns);
	const cell = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
	const gap = Math.max(1, Math.round(Math.min(cell.width, cell.height) * 0.05));
	return Promise.all(
		pictures.map(async (picture, index) => {
			const { data, info } = await framed(
				picture,
				cell.width - 2 * gap,
				cell.height - 2 * gap,
				Math.ceil(gap / 4),
			);
			return {
				input: data,
				left: (index % columns) * cell.width + Math.floor((cell.width - info.width) / 2),
				top:
					Math.floor(index / columns) * cell.height + Math.floor((cell.height - info.height) / 2),
			};
		}),
	);
}

function framed(picture: Buffer, width: number, height: number, border: number) {
	return sharp(picture)
		.resize(Math.max(1, width - 2 * border), Math.max(1, height - 2 * border), { fit: 'inside' })
		.flatten({ background: '#ffffff' })
		.extend({ top: border, bottom: border, left: border, right: border, background: '#ffffff' })
		.png({ compressionLevel: 1 })
		.toBuffer({ resolveWithObject: true });
}

/** The number of columns at which square cells would be largest. */
function bestColumns(count: number, width: number, height: number): number {
	const sideAt = (columns: number) =>
		Math.min(width / columns, height / Math.ceil(count / columns));
	const candidates = Array.from({ length: count }, (_, index) => index + 1);
	return candidates.reduce((best, columns) => (sideAt(columns) > sideAt(best) ? columns : best));
}
