import { lookAtText } from '../../../../nodes/MediaGeneration/preflight/text';

const whole = '={{ $json.prompt }}';

test.each([
	['Draw [object Object]', whole],
	['Draw [object Object]', undefined],
	['Draw [object Object]', '=Draw {{ $json.subject }}'],
	['a fox, [object Promise]', '=a fox, {{ $json.x }}'],
	['a fox, [object Object],[object Object]', '=a fox, {{ $json.tags }}'],
	['#N/A', whole],
	['#REF!', undefined],
	['#WERT!', whole],
	['#ССЫЛКА!', whole],
	['a #VALUE! on grass', '=a {{ $json.animal }} on grass'],
	['  #DIV/0!  ', whole],
	['#NAME?', whole],
	['undefined', whole],
	['null', whole],
	['NaN', whole],
	['Invalid DateTime', whole],
	['a fox named undefined', '=a fox named {{ $json.name }}'],
	['a fox in {{ $json.colour }}', undefined],
	['a fox in {{ $("Set").item.json.colour }}', whole],
	['\u200b\u200e', whole],
	['<!DOCTYPE html><html><title>Sign in</title>', whole],
	['data:image/png;base64,iVBORw0KGgo=', whole],
	['iVBORw0KGgo'.repeat(60), whole],
])('%j is refused', (text, saved) => {
	expect(lookAtText({ text, saved })).toEqual({ refusal: expect.stringMatching(/./) });
});

test('the expression that gave an object is named, with a field to pick', () => {
	const seen = lookAtText({
		text: 'Draw [object Object] in Rome',
		saved: '=Draw {{ $json.subject }} in {{ $json.city }}',
	});
	expect(seen).toEqual({
		refusal: expect.stringContaining('{{ $json.subject }}, such as {{ $json.subject.name }}'),
	});
});

test.each([
	['a fox in undefined colours', '=a fox in {{ $json.style }}'],
	['a portrait of ', '=a portrait of {{ $json.name }}'],
	['https://example.com/a.png', whole],
	['ein MÃ¤rchen', whole],
	['caf\ufffd', whole],
])('%j is warned of', (text, saved) => {
	expect(lookAtText({ text, saved })).toEqual({ warning: expect.stringMatching(/./) });
});

test.each([
	['Why is there [object Object] in my console?', whole],
	['What does {{ $json.name }} mean in n8n?', whole],
	['<html>\n<p>Correct this page</p></html>', whole],
])('in a conversation, %j is only warned of', (text, saved) => {
	expect(lookAtText({ text, saved, isTalk: true })).toEqual({
		warning: expect.stringMatching(/./),
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
