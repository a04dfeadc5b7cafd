import { parseArgs } from 'node:util';
import { nanosToNumber, usdToNanos } from '../contract/money';
import { LARGEST_NANOS } from './ledger';
import type { SandboxOptions } from './options';

/** What `--help` says. */
export const usage = `Runs the media API locally, with a demo account.

  --port P       port on 127.0.0.1 (default 8787; 0 for any that is free)
  --speed X      jobs are X times faster than in the document (default 1)
  --data FILE    keeps the state in this file over a restart (default: nowhere)
  --balance USD  funds of the demo account when it is new (default 100)
  --rate N       requests a second that each key may send (default: any number)
  --dialect SEED settles what the API document leaves open in another plausible way, which this whole number chooses (default 0: as in sandbox/README.md)`;

/** The command line, read. */
export type Arguments = SandboxOptions & { port: number; help: boolean };

/**
 * Reads the command line.
 * @throws RangeError that says what is wrong with which argument
 */
export function readArguments(argv: string[]): Arguments {
	const { values } = parse(argv);
	return {
		help: values.help ?? false,
		port: numberOf(
			'port',
			values.port ?? '8787',
			(port) => Number.isInteger(port) && port >= 0 && port <= 65_535,
			'a port from 0 to 65535',
		),
		speed: numberOf('speed', values.speed ?? '1', (speed) => speed > 0, 'a number above 0'),
		data: values.data === undefined ? undefined : fileOf(values.data),
		balanceUsd: balanceOf(values.balance),
		dialect:
			values.dialect === undefined
				? undefined
				: numberOf(
						'dialect',
						values.dialect,
						(seed) => Number.isSafeInteger(seed) && seed >= 0,
						'a whole number of at least 0',
					),
		rateLimit:
			values.rate === undefined
				? undefined
				: numberOf('rate', values.rate, (rate) => rate > 0, 'a number above 0'),
	};
}

function parse(argv: string[]) {
	const text = { type: 'string' } as const;
	try {
		return parseArgs({
			args: argv,
			options: {
				port: text,
				speed: text,
				data: text,
				balance: text,
				rate: text,
				dialect: text,
				help: { type: 'boolean', short: 'h' },
			},
		});
	} catch (error) {
		throw new RangeError((error as Error).message);
	}
}

function numberOf(
	name: string,
	text: string,
	allowed: (value: number) => boolean,
	rule: string,
): number {
	const value = text.trim() === '' ? NaN : Number(text);
	if (!allowed(value)) throw new RangeError(`--${name} must be ${rule} (given: ${text})`);
	return value;
}

function balanceOf(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const nanos = nanosOf(text);
	if (nanos < 0n || nanos > LARGEST_NANOS) {
		throw new RangeError(
			`--balance must be from 0 to ${nanosToNumber(LARGEST_NANOS)} (given: ${text})`,
		);
	}
	return text.trim();
}

function nanosOf(text: string): bigint {
	try {
		return usdToNanos(text);
	} catch (error) {
		throw new RangeError(`--balance: ${(error as Error).message}`, { cause: error });
	}
}

function fileOf(name: string): string {
	if (name.trim() === '') throw new RangeError('--data must be the name of a file (given: none)');
	return name;
}
