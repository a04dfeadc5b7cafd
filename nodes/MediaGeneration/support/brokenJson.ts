import { unfenced } from '../../../contract/unfenced';

/** What is expected in JSON, by what came before, and which signs it may begin with: `"` for a text, `0` for another value. */
const states = {
	value: ['a value', '{["0'],
	'first value': ['a value or ]', '{["0]'],
	key: ['a name in double quotes', '"'],
	'first key': ['a name in double quotes or }', '"}'],
	colon: ['a colon', ':'],
	next: ['a comma or a closing bracket', ',}]'],
	end: ['nothing more', ''],
} as const;

type State = keyof typeof states;

const TOKEN =
	/\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)))/uy;

/** Where a text stops to be JSON, and what was expected there; nothing for JSON, and for what is no text. */
export function brokenJson(given: unknown): string | undefined {
	if (typeof given !== 'string' || given.trim() === '') return undefined;
	const text = unfenced(given);
	/** The brackets that are to come. */
	const open: string[] = [];
	let state: State = 'value';
	TOKEN.lastIndex = 0;
	for (;;) {
		const rest = text.slice(TOKEN.lastIndex).trimStart();
		if (rest === '' && state === 'end') return undefined;
		const [token, bracket, quoted] = TOKEN.exec(text) ?? [];
		const sign = bracket ?? (quoted === undefined ? '0' : '"');
		const isClosing = sign === '}' || sign === ']';
		if (!token || !states[state][1].includes(sign) || (isClosing && open.at(-1) !== sign))
			return told(text, text.length - rest.length, state);
		state = after(sign, state, open);
	}
}

/** What comes after a token that may stand where it does. */
function after(sign: string, state: State, open: string[]): State {
	if (sign === ':') return 'value';
	if (sign === ',') return open.at(-1) === '}' ? 'key' : 'value';
	if (sign === '"' && /key/.test(state)) return 'colon';
	if (sign === '{' || sign === '[') {
		open.push(sign === '{' ? '}' : ']');
		return sign === '{' ? 'first key' : 'first value';
	}
	if (sign === '}' || sign === ']') open.pop();
	return open.length > 0 ? 'next' : 'end';
}

function told(text: string, at: number, state: State): string {
	const lines = text.slice(0, at).split('\n');
	const found =
		at < text.length ? `found ${text.slice(at).split(/\s/, 1)[0]?.slice(0, 20)}` : 'it ends there';
	return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${states[state][0]} expected, ${found}`;
}
