import { unfenced } from '../../../contract/unfenced';

/** What comes next in JSON, by what came before. */
type State = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'end';

const EXPECTED: Readonly<Record<State, string>> = {
	value: 'a value',
	'first value': 'a value or ]',
	key: 'a name in double quotes',
	'first key': 'a name in double quotes or }',
	colon: 'a colon',
	next: 'a comma or a closing bracket',
	end: 'nothing more',
};

const TOKEN =
	/\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-f]{4})*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)))/iuy;

/** Where a text stops to be JSON, and what was expected there; nothing for JSON, and for what is no text. */
export function brokenJson(given: unknown): string | undefined {
	if (typeof given !== 'string' || given.trim() === '') return undefined;
	const text = unfenced(given);
	const open: string[] = [];
	let state: State = 'value';
	TOKEN.lastIndex = 0;
	for (;;) {
		const at = TOKEN.lastIndex;
		const token = TOKEN.exec(text);
		const next: State | undefined = token ? after(state, token, open) : undefined;
		if (!token || !next) {
			const rest = text.slice(at).trimStart();
			return rest === '' && state === 'end'
				? undefined
				: told(text, text.length - rest.length, state);
		}
		state = next;
	}
}

/** What comes after a token; nothing where it may not stand. */
function after(state: State, [, sign, quoted]: RegExpExecArray, open: string[]): State | undefined {
	const closes = (bracket: string) => open.at(-1) === bracket;
	const closed = (): State => {
		open.pop();
		return open.length > 0 ? 'next' : 'end';
	};
	if (sign === '}') return closes('{') && /next|first key/.test(state) ? closed() : undefined;
	if (sign === ']') return closes('[') && /next|first value/.test(state) ? closed() : undefined;
	if (sign === ',') return state !== 'next' ? undefined : closes('{') ? 'key' : 'value';
	if (sign === ':') return state === 'colon' ? 'value' : undefined;
	if (/key/.test(state)) return quoted === undefined ? undefined : 'colon';
	if (!/value/.test(state)) return undefined;
	if (sign === undefined) return open.length > 0 ? 'next' : 'end';
	open.push(sign);
	return sign === '{' ? 'first key' : 'first value';
}

function told(text: string, at: number, state: State): string {
	const lines = text.slice(0, at).split('\n');
	const found =
		at < text.length ? `found ${text.slice(at).split(/\s/, 1)[0]?.slice(0, 20)}` : 'it ends there';
	return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${EXPECTED[state]} expected, ${found}`;
}
