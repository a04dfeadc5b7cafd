/** A text in pieces, cut at these places, each taken around the text. */
export function inPieces(text: string, cuts: readonly number[]): string[] {
	const places = [
		0,
		...cuts.map((cut) => cut % (text.length + 1)).sort((one, other) => one - other),
		text.length,
	];
	return places.slice(1).map((end, at) => text.slice(places[at], end));
}
