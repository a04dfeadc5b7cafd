import { lookAtText } from '../../../../nodes/MediaGeneration/preflight/text';

const whole = '={{ $json.prompt }}';

/** Rows of one kind: what goes out, and what stands in the node where that is not one field of the item. */
const seen = (kind: 'refusal' | 'warning', isTalk: boolean, rows: Array<[string, unknown?]>) =>
	test.each(rows.map(([text, saved = whole]) => [text, saved]))(
		`%j is met with a ${kind}${isTalk ? ' in a conversation' : ''}`,
		(text, saved) => {
			expect(lookAtText({ text: String(text), saved, isTalk })).toEqual({
				[kind]: expect.stringMatching(/./),
			});
		},
	);

seen('refusal', false, [
	['Draw [object Object]'],
	['Draw [object Object]', 'typed'],
	['Draw [object Object]', '=Draw {{ $json.subject }}'],
	['a fox, [object Promise]', '=a fox, {{ $json.x }}'],
	['a fox, [object Object],[object Object]', '=a fox, {{ $json.tags }}'],
	['#N/A'],
	['#REF!', 'typed'],
	['#WERT!'],
	['#¡VALOR!'],
	['#ССЫЛКА!'],
	['a #VALUE! on grass', '=a {{ $json.animal }} on grass'],
	['  #DIV/0!  '],
	['#NAME?'],
	['undefined'],
	['null'],
	['NULL'],
	['NaN'],
	['Invalid DateTime'],
	['a fox named undefined', '=a fox named {{ $json.name }}'],
	['a fox in {{ $json.colour }}', 'typed'],
	['a fox in {{ $("Set").item.json.colour }}'],
	['\u200b\u200e'],
	['<!DOCTYPE html><html><title>Sign in</title>'],
	['data:image/png;base64,iVBORw0KGgo='],
	['iVBORw0KGgo'.repeat(60)],
	...['[]', '{}', '[null]', '""', '[Object: null prototype] {}'].map((text): [string] => [text]),
]);

seen('warning', false, [
	['a fox in undefined colours', '=a fox in {{ $json.style }}'],
	['a portrait of ', '=a portrait of {{ $json.name }}'],
	['https://example.com/a.png'],
	['ein MÃ¤rchen'],
	['caf\ufffd'],
	['N/A'],
	['...'],
	["I'm sorry, but I can't help with that."],
	['As an AI language model, I cannot'],
	['Error: Request failed with status code 500'],
	['{"error": {"message": "no"}}'],
	['{{prompt}}'],
	['${prompt}'],
]);

seen('warning', true, [
	['Why is there [object Object] in my console?'],
	['What does {{ $json.name }} mean in n8n?'],
	['<html>\n<p>Correct this page</p></html>'],
]);

test('the expression that gave an object is named, with a field to pick', () => {
	const text = 'Draw [object Object] in Rome';
	const saved = '=Draw {{ $json.subject }} in {{ $json.city }}';
	expect(lookAtText({ text, saved })).toEqual({
		refusal: expect.stringContaining('{{ $json.subject }}, such as {{ $json.subject.name }}'),
	});
});

/** What people write, which looks like something that went wrong and is none. */
const fine: Array<[string, unknown]> = [
	['a red fox', undefined],
	['null', undefined],
	['undefined', undefined],
	['a mug that says [object Object]', undefined],
	['a mug with "[object Object]" on it', whole],
	['Null Island on an old map', whole],
	['the word undefined in neon', '=the word undefined in {{ $json.style }}'],
	['const a = undefined;', '={{ "const a = undefined;" }}'],
	['the #1 fan of the team', whole],
	['#sunset #beach, 35mm', whole],
	['#1', whole],
	['a sheet full of #N/A errors, pixel art', whole],
	['{{ mustache }} logo on a shirt', undefined],
	['an object, object-oriented', whole],
	['[object permanence] a baby looks for a ball', whole],
	['a fox [masterpiece] [best quality]', whole],
	['1024', whole],
	['一只红色的狐狸', whole],
	['if (x === null) return "undefined"', '={{ $json.code }}'],
	['if (x === undefined) return;', whole],
	['naan bread on a table', whole],
	['{"subject": "a fox", "style": "ink"}', whole],
	['🦊', whole],
];
test.each(fine)('%j is fine', (text, saved) => {
	expect(lookAtText({ text, saved })).toBeUndefined();
});

test.each([
	['letters', 'a'.repeat(1_000_000)],
	['blanks in a brace', `{${' '.repeat(100_000)}`],
	['blanks in a bracket', `[${' '.repeat(100_000)}`],
	['quotation marks', `${'"'.repeat(1_000_000)}a`],
])('a long text of %s is looked at, and fine', (_, text) => {
	expect(lookAtText({ text, saved: whole, isTalk: true })).toBeUndefined();
});
