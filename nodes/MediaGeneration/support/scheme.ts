/** Whether an address begins with a scheme, such as `https:` or `data:`. */
export function hasScheme(address: string): boolean {
	return /^[a-z][a-z0-9+.-]{0,30}:/i.test(address);
}
