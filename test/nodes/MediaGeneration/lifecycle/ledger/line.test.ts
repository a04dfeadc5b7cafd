import {
	layout,
	fitToColumns,
	standingIn,
	type LedgerRow,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';

const row: LedgerRow = { attempt: 'a', state: 'completed', reason: 'why' };
const named = Object.entries(layout).flatMap(([name, { type }]) =>
	type === 'string' ? [name] : [],
);
const readable = ['prompt', 'workflow', 'node', 'reason'];
const most = (name: string) => layout[name as keyof LedgerRow].most;
const lineWith = (name: string, text: string) =>
	fitToColumns({ ...row, [name]: text }) as unknown as Record<string, string | undefined>;

test('a row that fits is written as it is', () => {
	const whole = {
		...row,
		key: 'k',
		item: 3,
		cost_usd: 0.1,
		prompt: 'an emoji 🎉, « quotes » and\na line',
		status_url: '/v1/jobs/1?a=%00',
	};
	expect(fitToColumns(whole)).toEqual(whole);
});

test.each(named)('%s has a bound', (name) => {
	expect(most(name)).toBeGreaterThanOrEqual(20);
	expect(most(name)).toBeLessThanOrEqual(10_000);
	const longest = 'x'.repeat(most(name));
	expect(lineWith(name, longest)[name]).toBe(longest);
});

test.each(readable)('of a longer %s the beginning is kept', (name) => {
	const line = lineWith(name, 'x'.repeat(8_000_000));
	expect(line[name]).toBe(`${'x'.repeat(most(name) - 1)}…`);
});

test('no character is cut in two', () => {
	const { node } = fitToColumns({ ...row, node: `${'x'.repeat(most('node') - 2)}🎉🎉` });
	expect(node).toBe(`${'x'.repeat(most('node') - 2)}…`);
});

test.each(['job_id', 'status_url', 'result_url', 'model'] as const)(
	'a longer %s is none any more: it is left out, and said',
	(name) => {
		const line = lineWith(name, 'x'.repeat(8_000_000));
		expect(line[name]).toBeUndefined();
		expect(line.reason).toBe(`why. ${name} was left out: it has 8,000,000 characters`);
	},
);

test.each(['job_id', 'status_url', 'result_url', 'model'] as const)(
	'a %s that no database takes as it is, is another: it is left out, and said',
	(name) => {
		for (const odd of ['/jobs/\0', '/jobs/\ud83d', '/jobs/\udf89\ud83c']) {
			const line = lineWith(name, odd);
			expect(line[name]).toBeUndefined();
			expect(line.reason).toBe(
				`why. ${name} was left out: it has characters that a database does not take`,
			);
		}
	},
);

test('what was left out is said of a row that has no reason, and within the bounds of one', () => {
	const long = 'x'.repeat(8_000_000);
	const { reason } = fitToColumns({
		attempt: 'a',
		state: 'accepted',
		job_id: '\0',
		status_url: long,
	});
	expect(reason).toBe(
		'job_id was left out: it has characters that a database does not take. status_url was left out: it has 8,000,000 characters',
	);
	const full =
		fitToColumns({ attempt: 'a', state: 'failed', reason: long, job_id: '\0' }).reason ?? '';
	expect(full).toHaveLength(most('reason'));
	expect(full).toMatch(
		/^x+…\. job_id was left out: it has characters that a database does not take$/,
	);
});

test.each([
	[false, 'HTTP 403'],
	[true, '"a fox" is not allowed'],
])(
	'what a service said of a job that it tells no more of is kept with prompts alone (%s)',
	(withWords, reason) => {
		const why = { message: '"a fox" is not allowed', details: { http_code: 403, message: 'no' } };
		expect(standingIn({ state: 'lost', job: { job_id: 'j' }, why }, withWords)).toMatchObject({
			reason,
		});
	},
);
