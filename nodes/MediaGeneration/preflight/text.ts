import { BASE64_FILE_START } from './bytes';
import { besideExpressions, isTemplate, partsOf } from './template';

/** What is seen in a text that is to be sent: so sure that it is refused, or only to be said. */
export type Seen = { refusal: string } | { warning: string };

/** A text as it is to be sent, and where it comes from. */
export interface OutgoingText {
	text: string;
	/** As it stands in the node, with its expressions. */
	saved: unknown;
	/** Whether it is part of a conversation, in which people also talk about code and errors. */
	isTalk?: boolean;
}

/**
 * Where a row looks: at a text as a whole, anywhere in it, the same where nobody has typed it beside the expressions, or at what
 * one expression gave.
 */
type Where = 'whole' | 'anywhere' | 'untyped' | 'expression';

/** What a text can be seen to be that nobody means to pay for. */
interface Row {
	where: Where;
	finds: RegExp;
	/** Whether it is refused: always, outside of conversations, there unless the text is a question, or never. */
	isSure: 'always' | 'outside talk' | 'unless a question' | 'never';
	/** Completes "The prompt ...". @param found what was found @param expression what gave it */
	says(found: string, expression: string): string;
}

/** What stands in quotes, or after a word such as "says", is meant as it is. */
const UNQUOTED = [
	'(?<![\\w\'"`“„«(])(?<!\\b(?:says?|saying|reads?|reading|texts?|words?|prints?|shows?)[:\\s]+)',
	'(?![\\w\'"`”“»)])',
] as const;
const OBJECT = String.raw`(?:\[object [A-Z]\w*\]|function \w+\(\) \{ \[native code\] \})`;
/** Questions mean such things. */
const QUESTION = /[?？؟]/;
/** Errors of formulas, as Excel and Google Sheets write them in the languages that translate them. */
export const SHEET_ERROR = new RegExp(
	`(?:#(?:N/A|N/D|NV|Н/Д|GETTING_DATA|[¡¿]?(?:${[
		'REF|NAME|NUM|VALUE|NULL|DIV/0|SPILL|CALC|ERROR|FIELD|CONNECT|BLOCKED|BUSY|UNKNOWN',
		'BEZUG|WERT|ZAHL|ÜBERLAUF|VALEUR|NOM|NOMBRE|NUL|VALOR|NULO|NOME|ENLACE|DESBORDAMIENTO',
		'RIF|VALORE|VERW|WAARDE|NAAM|GETAL|ССЫЛКА|ЗНАЧ|ДЕЛ/0|ИМЯ|ЧИСЛО|ПУСТО',
	].join('|')})\\s?[!?])[\\s,;]*)+`,
	'u',
);
const pick = (expression: string) =>
	/^\{\{\s*[$\w.[\]'"()]+\s*\}\}$/.test(expression)
		? expression.replace(/\s*\}\}$/, '.name }}')
		: '{{ $json.subject.name }}';

/** The first row that finds something counts. */
const rows: readonly Row[] = [
	{
		where: 'whole',
		finds: /[\s\p{Cf}\p{DI}\p{Cc}\u2800]+/u,
		isSure: 'always',
		says: () => 'contains only characters that cannot be seen',
	},
	{
		where: 'expression',
		finds: new RegExp(`${OBJECT}(?:,${OBJECT})*`),
		isSure: 'always',
		says: (found, expression) =>
			`contains ${found}, which is what an object or a function looks like in a text: choose one of its fields in the expression ${expression}, such as ${pick(expression)}`,
	},
	{
		where: 'anywhere',
		finds: new RegExp(UNQUOTED.join(OBJECT)),
		isSure: 'unless a question',
		says: (found) =>
			`contains ${found}, which is what an object or a function looks like in a text: choose one of its fields in the expression, such as {{ $json.subject.name }}`,
	},
	{
		where: 'whole',
		finds: SHEET_ERROR,
		isSure: 'always',
		says: (found) =>
			`is ${found}, an error of a formula in the sheet that it comes from: correct the formula`,
	},
	{
		where: 'expression',
		finds: SHEET_ERROR,
		isSure: 'always',
		says: (found, expression) =>
			`contains ${found}, an error of a formula in the sheet that ${expression} comes from: correct the formula`,
	},
	{
		where: 'expression',
		finds: /["'(<]*(?:(?:undefined|null|NULL|NaN|nan|Invalid Date(Time)?)["'\s,.)>]*)+/,
		isSure: 'always',
		says: (found, expression) =>
			`contains ${found}, as the expression found nothing: check the name of the field in ${expression}`,
	},
	{
		where: 'expression',
		finds: /\s*/,
		isSure: 'never',
		says: (_, expression) =>
			`has nothing in place of ${expression}: check the name of the field in it`,
	},
	{
		where: 'anywhere',
		finds:
			/(?<!['"`“])\{\{\s*\$(json|node|binary|env|prevNode|input|item|execution|workflow|now|today|vars|fromAI|\()|^\s*\$(?:(?:json|input|node)\b[.[]|\(["'][^"'\n]+["']\)\.)\S+\s*$/,
		isSure: 'unless a question',
		says: () =>
			'contains an expression that was not worked out: switch the field to Expression, if it is meant as one',
	},
	{
		where: 'whole',
		finds: /<(?:!doctype html|html)[\s>][^]*<\/?(?:html|head|body|title|meta|script|div|p)\b[^]*/i,
		isSure: 'outside talk',
		says: () => 'is a web page (HTML), and not a text: take the text out of it first',
	},
	{
		where: 'whole',
		finds: new RegExp(
			String.raw`data:[\w.+-]+\/[\w.+-]+;base64,[^]*|${BASE64_FILE_START}[A-Za-z0-9+/\s]{100,}={0,2}`,
		),
		isSure: 'always',
		says: () => 'is the content of a file in base64, and not a text',
	},
	{
		where: 'whole',
		finds:
			/["'`“”„«»\s]+|(?:\\[nrt])+|\[\s*(?:(?:null|undefined|"")\s*)?\]|\{\s*\}|\[Object: null prototype\] \{[^]*\}/,
		isSure: 'outside talk',
		says: (found) => `is only ${found}, which is an empty text, list or object`,
	},
	{
		where: 'untyped',
		// Not in code: `x === undefined)`, `a = undefined;`.
		finds: /(?<![\w'"`.$])(?<![=(]\s?)(?:undefined|null|NaN)(?![\w'"`.;)])/,
		isSure: 'never',
		says: (found) => `contains the word ${found}: a field of the expression may be missing`,
	},
	{
		where: 'whole',
		finds:
			/#[\p{L}/0]+[!?]|n\/a|none|nil|tbd|todo|true|false|array|no data|error|[(<]?(?:empty|blank)[)>]?|[-–—?.…#\s]+|loading(\.\.\.|…)|Err:5\d\d/iu,
		isSure: 'never',
		says: (found) => `is only ${found}, as cells are that have no value`,
	},
	{
		where: 'whole',
		finds:
			/\[?(?:\w*Error|ERROR|Request failed)(?::| with) [^]*|\{[^]*"(?:error\w*|status_?[cC]ode)"\s*:[^]*\}|Agent stopped due to [^]*/,
		isSure: 'never',
		says: () => 'is the error of an earlier step',
	},
	{
		where: 'whole',
		finds:
			/\{%[^]*%\}|\{{1,3}[^{}":]+\}{1,3}|[$#@]\{[^{}]*\}|<%[^%]*%>|\[{1,2}[a-z_ ]+\]{1,2}|<{1,2}\w+>{1,2}|%\w+%|\*\|\w+\|\*|(?:your|insert|enter)[ _]prompt(?: here)?|=[A-Z]+(?:\d+|\([^]*\))/i,
		isSure: 'never',
		says: (found) => `is only ${found}, a placeholder that nothing was put in place of`,
	},
	{
		where: 'whole',
		finds:
			/As an AI\b[^]{0,40}\bmodel\b[^]*|(I[’']m sorry|I apologi[sz]e|Sorry|Unfortunately)[^]{0,40}\bI\s?(can[’']t|cannot|can not|am (not able|unable))\b[^]*|I\s?(can[’']t|cannot|am unable to|[’']m unable to) (help|assist|create|generate|fulfill|comply)\b[^]*/,
		isSure: 'never',
		says: () => 'reads like the refusal of a model, and not like what it was asked for',
	},
	{
		where: 'whole',
		finds: /https?:\/\/\S+/i,
		isSure: 'never',
		says: () => 'is only an address, which the model does not open',
	},
	{
		where: 'anywhere',
		finds: /\ufffd|%20\w+%20|=\?(?:utf|UTF)-8\?|ðŸ|Ã[\u0080-\u00bf]|â€[\u0080-\u00bf\u2018-\u201e]/,
		isSure: 'never',
		says: (found) =>
			`contains ${found}, as text does that was read with another encoding than it was written in`,
	},
];

/** What can be seen to be wrong with a text before it is sent and paid for; nothing where it is fine. */
export function lookAtText({ text, saved, isTalk = false }: OutgoingText): Seen | undefined {
	const template = isTemplate(saved) ? saved : undefined;
	for (const row of rows) {
		const found = findIn(row, text, template);
		if (!found) continue;
		const said = row.says(...found);
		return isRefused(row, text, isTalk) ? { refusal: said } : { warning: said };
	}
	return undefined;
}

function isRefused({ isSure }: Row, text: string, isTalk: boolean): boolean {
	if (isSure === 'unless a question') return !isTalk && !QUESTION.test(text);
	return isSure === 'always' || (isSure === 'outside talk' && !isTalk);
}

function findIn(
	{ where, finds }: Row,
	text: string,
	template: string | undefined,
): [found: string, expression: string] | undefined {
	// From each character of a long text, some would take for ever.
	const isAll = (given: string) =>
		new RegExp(finds.source, `${finds.flags}y`).exec(given)?.[0] === given;
	if (
		where === 'untyped' &&
		finds.test(template === undefined ? text : besideExpressions(template))
	)
		return undefined;
	if (where === 'anywhere' || where === 'untyped') {
		const [found] = finds.exec(text) ?? [];
		return found === undefined ? undefined : [found, ''];
	}
	if (where === 'whole') return text !== '' && isAll(text.trim()) ? [text.trim(), ''] : undefined;
	const parts = template === undefined ? [] : partsOf(template, text);
	const part = parts.find(
		({ gave }) => isAll(gave.trim()) && !(gave === text && gave.trim() === ''),
	);
	return part && [part.gave.trim(), part.expression];
}
