import { choiceField, secondsField } from '../input/field';
import type { Input } from '../input/input';
import type { Patience } from '../../lifecycle/follow';
import { option } from './options';

const pollInterval = secondsField({
	...option('pollInterval'),
	typeOptions: { minValue: 0.1, maxValue: 86_400, numberPrecision: 1 },
	default: 3,
	description:
		'How often to ask whether the job is done. Without this option, the node first checks when the model’s jobs are usually done, then every 2 to 5 seconds.',
});

const timeout = secondsField({
	...option('timeout'),
	typeOptions: { minValue: 0.1, maxValue: 2_592_000 },
	default: 600,
	description:
		'How long to wait for the job. If the node gives up, the job keeps running, and you get its ID to fetch it with Get Job. Without this option: 10 minutes, or an hour when the workflow pauses.',
});

const timeUp = choiceField({
	...option('timeUp'),
	options: [
		{ name: 'Fail', value: 'fail' },
		{
			name: 'Give the Job as It Stands',
			value: 'job',
			description: 'The item has the job ID and timed_out: true. Fetch it later with Get Job.',
		},
	],
	default: 'job',
	description:
		'What to do with a job that still runs then. Without this option: fail, or, when the workflow pauses, give the job.',
});

/** Options for waiting for a job. */
export const waitOptions = [pollInterval, timeout, timeUp];

/** The Options for waiting; times are in seconds. */
export const readPatience = (input: Input): Patience => ({
	every: input.option(pollInterval),
	timeout: readGiveUpSeconds(input),
	givesUp: input.option(timeUp) === 'job',
});

/** How long a job is waited for, in seconds, if the Option is set. */
export function readGiveUpSeconds(input: Input): number | undefined {
	return input.option(timeout);
}
