import type { IWebhookFunctions } from 'n8n-workflow';
import { triggers } from '../../../../nodes/MediaGeneration/trigger/memory';
import { Client } from '../../../../nodes/MediaGeneration/http/client';

const memory = (workflow: string, node = 'n') =>
	triggers.of(
		new Client({
			getWorkflow: () => ({ id: workflow }),
			getNode: () => ({ id: node }),
		} as unknown as IWebhookFunctions),
	);

test('each trigger has a memory of its own', () => {
	const first = memory('w', 'a');
	expect(memory('w', 'a')).toBe(first);
	expect(memory('w', 'b')).not.toBe(first);
	expect(memory('v', 'a')).not.toBe(first);
});

test('of more than a thousand triggers the one longest without a delivery is forgotten', () => {
	const [first, second] = [memory('w-0'), memory('w-1')];
	for (let index = 2; index < 1_000; index++) memory(`w-${index}`);
	expect(memory('w-0')).toBe(first);
	memory('w-1000');
	expect(memory('w-0')).toBe(first);
	expect(memory('w-1')).not.toBe(second);
});

test('a job counts as being started for an hour', () => {
	const { starting } = memory('s');
	const now = Date.now();
	starting.add('job-1');
	for (const [ms, known] of [
		[3_590_000, true],
		[3_610_000, false],
	] as const) {
		jest.spyOn(Date, 'now').mockReturnValue(now + ms);
		expect(starting.has('job-1')).toBe(known);
	}
	jest.restoreAllMocks();
});
