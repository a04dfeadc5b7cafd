/** JSON as models write it: without the code fence around it, if there is one. */
export const unfenced = (text: string): string =>
	/^\s*```(?:json)?\s*([^]*?)\s*```\s*$/i.exec(text)?.[1] ?? text;
