/**
 * JSON with gaps: a text that is `$name` stands for the value of that name; `{ $each: template }` for a list with
 * the template filled once for each entry of `each`, in which `$entry` and the names of the entry are known.
 */
export type Template =
	string | number | boolean | null | readonly Template[] | { readonly [field: string]: Template };

/** What fills the gaps. A field whose value is undefined is left out. */
export type Values = Record<string, unknown>;

/** IDs that are none of a job's or a key's; every template may have them. */
const strayIds: Values = {
	requestId: '7b0c1f9e-2f54-4a07-9c39-5d1a1f0f6a11',
	traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** Fills a template. */
export function fill(template: Template, values: Values = {}): unknown {
	if (typeof template === 'string')
		return template.startsWith('$') ? { ...strayIds, ...values }[template.slice(1)] : template;
	if (typeof template !== 'object' || template === null) return template;
	if (Array.isArray(template))
		return template
			.map((entry: Template) => fill(entry, values))
			.filter((entry) => entry !== undefined);
	const fields = template as { readonly [field: string]: Template };
	if (fields.$each !== undefined) return eachOf(fields.$each, values);
	const filled = Object.entries(fields).map(([name, inner]) => [name, fill(inner, values)]);
	return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function eachOf(template: Template, values: Values): unknown[] {
	const entries = (values.each ?? []) as unknown[];
	return entries.map((entry) =>
		fill(template, { ...values, entry, ...(isFields(entry) && entry) }),
	);
}

/** The fields of a filled template; none when it is no object. */
export function fieldsOf(template: Template = {}, values?: Values): Values {
	const filled = fill(template, values);
	return isFields(filled) ? filled : {};
}

/** Lays objects over each other, field by field; what is no object in both is taken from the last. */
export function merge(...parts: Values[]): Values {
	const merged: Values = {};
	for (const part of parts) {
		for (const [name, value] of Object.entries(part)) {
			const before = merged[name];
			merged[name] = isFields(before) && isFields(value) ? merge(before, value) : value;
		}
	}
	return merged;
}

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a template has this in it. */
export function speaksOf(template: Template, what: string): boolean {
	return JSON.stringify(template).includes(what);
}
