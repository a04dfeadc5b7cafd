/** What is seen in a text that is to be sent: so sure that it is refused, or only to be said. */
export type Seen = { refusal: string } | { warning: string };

/** What a text can be seen to be that nobody means to pay for. */
interface Row {
	/** Whether it must be all of the text, rather than a part of it. */
	isWhole: boolean;
	/** Whether it only counts in what an expression gave. */
	fromExpression: boolean;
	finds: RegExp;
	isSure: boolean;
	says(found: string): string;
}

const rows: readonly Row[] = [
	{
		isWhole: false,
		fromExpression: false,
		finds: /\[object [A-Z]\w*\]/,
		isSure: true,
		says: (found) =>
			`contains ${found}, which is what an object looks like in a text: choose one of its fields in the expression, such as {{ $json.subject.name }}`,
	},
	{
		isWhole: true,
		fromExpression: false,
		finds:
			/#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ERROR!|GETTING_DATA|BLOCKED!|FIELD!|CONNECT!)/,
		isSure: true,
		says: (found) =>
			`is ${found}, an error of a formula in the sheet that it comes from: correct the formula`,
	},
	{
		isWhole: true,
		fromExpression: true,
		finds: /undefined|null|NaN|Invalid Date(Time)?/,
		isSure: true,
		says: (found) => `is ${found}: the expression found nothing. Check the name of the field in it`,
	},
	{
		isWhole: false,
		fromExpression: true,
		// Not in code: `x === undefined)`, `a = undefined;`.
		finds: /(?<![\w'"`.$])(?<![=(]\s?)undefined(?![\w'"`.;)])/,
		isSure: false,
		says: (found) => `contains the word ${found}: a field of the expression may be missing`,
	},
	{
		isWhole: false,
		fromExpression: false,
		finds: /\{\{\s*\$(json|node|input|item|execution|workflow|now|today|vars|\()/,
		isSure: false,
		says: () =>
			'contains an expression that was not worked out: switch the field to Expression, if it is meant as one',
	},
];

/** The texts of a template beside its expressions. */
const besideExpressions = (saved: string) => saved.replace(/\{\{[\s\S]*?\}\}/g, ' ');

/**
 * What can be seen to be wrong with a text before it is sent and paid for; nothing where it is fine.
 * @param saved as it stands in the node, with its expressions
 */
export function lookAtText(text: string, saved: unknown): Seen | undefined {
	const template = typeof saved === 'string' && saved.startsWith('=') ? saved : undefined;
	const own = template === undefined ? '' : besideExpressions(template);
	for (const { isWhole, fromExpression, finds, isSure, says } of rows) {
		if (fromExpression && template === undefined) continue;
		const [found] = finds.exec(isWhole ? text.trim() : text) ?? [];
		if (found === undefined || (isWhole && found !== text.trim())) continue;
		if (fromExpression && finds.test(own)) continue;
		return isSure ? { refusal: says(found) } : { warning: says(found) };
	}
	return undefined;
}
