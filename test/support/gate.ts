/** A point at which a test holds up who comes there, until it lets go. */
export function gate() {
	let reach = () => {};
	const reached = new Promise<void>((resolve) => (reach = resolve));
	let letGo = () => {};
	const open = new Promise<void>((resolve) => (letGo = resolve));
	return {
		/** Comes there, and waits to be let go. */
		async pass(): Promise<void> {
			reach();
			await open;
		},
		/** When somebody has come there. */
		reached,
		letGo,
	};
}
