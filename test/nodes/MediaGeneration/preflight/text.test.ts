import { lookAtText } from '../../../../nodes/MediaGeneration/preflight/text';

const expression = '={{ $json.prompt }}';

test.each([
	['Draw [object Object]', expression],
	['Draw [object Object]', undefined],
	['a fox, [object Promise]', '=a fox, {{ $json.x }}'],
	['#N/A', expression],
	['#REF!', undefined],
	['  #DIV/0!  ', expression],
	['#NAME?', expression],
	['undefined', expression],
	['null', expression],
	['NaN', expression],
	['Invalid DateTime', expression],
])('%j is refused', (text, saved) => {
	expect(lookAtText(text, saved)).toEqual({ refusal: expect.stringMatching(/./) });
});

test.each([
	['a fox in undefined colours', '=a fox in {{ $json.colour }} colours'],
	['a fox in {{ $json.colour }}', undefined],
	['a fox in {{ $("Set").item.json.colour }}', undefined],
])('%j is warned of', (text, saved) => {
	expect(lookAtText(text, saved)).toEqual({ warning: expect.stringMatching(/./) });
});

/** What people write, which looks like something that went wrong and is none. */
const fine: Array<[string, unknown]> = [
	['a red fox', undefined],
	['null', undefined],
	['undefined', undefined],
	['Null Island on an old map', expression],
	['the word undefined in neon', '=the word undefined in {{ $json.style }}'],
	['const a = undefined;', '={{ "const a = undefined;" }}'],
	['the #1 fan of the team', expression],
	['#sunset #beach, 35mm', expression],
	['#1', expression],
	['a sheet full of #N/A errors, pixel art', expression],
	['{{ mustache }} logo on a shirt', undefined],
	['an object, object-oriented', expression],
	['[object permanence] a baby looks for a ball', expression],
	['a fox [masterpiece] [best quality]', expression],
	['1024', expression],
	['一只红色的狐狸', expression],
	['キツネ、夕焼け', expression],
	['ثعلب أحمر', expression],
	['if (x === null) return "undefined"', '={{ $json.code }}'],
	['NaN is not a number, a poster', expression],
	['naan bread on a table', expression],
];
test.each(fine)('%j is fine', (text, saved) => {
	expect(lookAtText(text, saved)).toBeUndefined();
});
