import fc from 'fast-check';
import { sized } from '../../../support/size';
import { readJob } from '../../../../nodes/MediaGeneration/answers/job/job';
import { recordIn } from '../../../../nodes/MediaGeneration/answers/list/record';

const names =
	'id job_id status state data result url urls image_url output error message code model seed key secret task created_at status_url items x __proto__ toString'.split(
		' ',
	);
const texts = [
	'completed',
	'failed',
	'queued',
	'success',
	'https://a.example.net/1.png',
	'https://a.example.net/2.png',
	'https://api.example.net/v1/jobs/7',
	'Here it is: ![a fox](https://a.example.net/3.png)',
	'As in https://a.example.net/4.png.',
	'abc-123',
	'It broke',
	'odd',
];

/** Objects of names that mean something, with values that mean something. */
const { answer } = fc.letrec((tie) => ({
	answer: fc.dictionary(
		fc.constantFrom(...names),
		fc.oneof(
			{ maxDepth: 4 },
			fc.constantFrom(...texts),
			fc.integer({ min: 2, max: 99 }),
			fc.boolean(),
			tie('answer'),
			fc.array(tie('answer'), { maxLength: 3 }),
		),
		{ maxKeys: 6, noNullPrototype: true },
	),
}));

/** All plain values, as text. */
function leaves(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.values(value).flatMap(leaves);
}

test('every value of an answer is in a field of the job, or among the others', () => {
	fc.assert(
		fc.property(answer, fc.constantFrom('image' as const, 'video' as const), (body, media) => {
			const { extra, ...known } = readJob(body, media);
			const told = new Set([...leaves(known), ...leaves(extra)]);
			expect(leaves(body).filter((text) => !told.has(text))).toEqual([]);
		}),
		{ numRuns: sized(200, 1_000) },
	);
});

test('every value of a record is in it, however it is wrapped', () => {
	fc.assert(
		fc.property(answer, (body) => {
			const told = new Set(leaves(recordIn(body, 'key')));
			expect(leaves(body).filter((text) => !told.has(text))).toEqual([]);
		}),
		{ numRuns: sized(200, 1_000) },
	);
});

test('of two fields of one name both come through', () => {
	expect(recordIn({ id: 'request', status: 'ok', data: { id: 'key', name: 'n' } })).toEqual({
		status: 'ok',
		id: 'key',
		name: 'n',
		other_fields: { id: 'request' },
	});
	expect(
		readJob(
			{
				status: 'success',
				message: 'ok',
				data: { job_id: 'j', status: 'queued', url: 'https://a.example.net/1.png' },
			},
			'image',
		).extra,
	).toEqual({
		message: 'ok',
		other_fields: { status: 'success', url: 'https://a.example.net/1.png' },
	});
});

test('an object that nothing was taken from stays as it came', () => {
	const settings = { seed: 1, nested: { deep: [1, 2] } };
	expect(readJob({ job_id: 'j', settings }, 'image').extra.settings).toBe(settings);
});
