/** How many characters in a row are a part of a text. */
const LENGTH = 12;
/** How deep text may be packed into text. */
const MOST_LAYERS = 3;

/**
 * Tells whether a text shows a part of what was sent: as it is or escaped, as in addresses and JSON, and in each other; or
 * its letters and digits alone, as in the name of a file. A part of less than twelve characters may be there by chance.
 */
export function showing(sent: readonly string[]): (text: string) => boolean {
	return (text) => {
		const parts = new Set<string>();
		for (const reading of readingsOf(text))
			for (const way of bothWays(reading)) addParts(parts, way);
		return parts.size > 0 && sent.flatMap(bothWays).some((one) => hasPart(one, parts));
	};
}

const bothWays = (text: string) => [text, lettersOf(text)];

/** The letters and digits of a text, without accents and capitals. */
function lettersOf(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

function addParts(parts: Set<string>, text: string): void {
	for (let at = 0; at + LENGTH <= text.length; at++) parts.add(text.slice(at, at + LENGTH));
}

function hasPart(text: string, parts: ReadonlySet<string>): boolean {
	for (let at = 0; at + LENGTH <= text.length; at++)
		if (parts.has(text.slice(at, at + LENGTH))) return true;
	return false;
}

/** A text, and what it is once it is unpacked. */
function readingsOf(text: string): Set<string> {
	const readings = new Set([text]);
	let layer = [text];
	for (let depth = 0; depth < MOST_LAYERS; depth++) {
		layer = [
			...new Set(layer.flatMap((packed) => unpackers.map((unpack) => unpack(packed)))),
		].filter((unpacked) => !readings.has(unpacked));
		for (const unpacked of layer) readings.add(unpacked);
	}
	return readings;
}

const inJson: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const unpackers: ReadonlyArray<(text: string) => string> = [
	(text) =>
		text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
		),
	(text) => text.replaceAll('+', ' '),
	(text) =>
		text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, unit?: string, name = '') =>
			unit ? String.fromCharCode(parseInt(unit, 16)) : (inJson[name] ?? name),
		),
];
