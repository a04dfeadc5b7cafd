import { parseArgs } from 'node:util';
import { nanosToNumber } from '../contract/money';
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

const MOST_USD = nanosToNumber(LARGEST_NANOS);
const text = { type: 'string' } as const;
const options = {
	port: text,
	speed: text,
	data: text,
	balance: text,
	rate: text,
	dialect: text,
	help: { type: 'boolean', short: 'h' },
} as const;

const isAbove0 = (value: number) => value > 0;
const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;

/**
 * Reads the command line.
 * @throws Error that says what is wrong with which argument
 */
export function readArguments(args: string[]): Arguments {
	const { values } = parseArgs({ args, options });
	const number = (
		name: 'port' | 'speed' | 'balance' | 'rate' | 'dialect',
		isAllowed: (value: number) => boolean,
		rule: string,
	): number | undefined => {
		const given = values[name];
		if (given === undefined) return undefined;
		const value = given.trim() === '' ? NaN : Number(given);
		if (!isAllowed(value)) throw new RangeError(`--${name} must be ${rule} (given: ${given})`);
		return value;
	};
	if (values.data?.trim() === '') throw new RangeError('--data must be the name of a file');
	number('balance', (usd) => usd >= 0 && usd <= MOST_USD, `from 0 to ${MOST_USD}`);
	return {
		help: values.help ?? false,
		port:
			number('port', (port) => isWhole(port) && port <= 65_535, 'a port from 0 to 65535') ?? 8787,
		speed: number('speed', isAbove0, 'a number above 0') ?? 1,
		data: values.data,
		balanceUsd: values.balance?.trim(),
		dialect: number('dialect', isWhole, 'a whole number of at least 0'),
		rateLimit: number('rate', isAbove0, 'a number above 0'),
	};
}
