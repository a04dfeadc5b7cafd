import { setTimeout as delay } from 'node:timers/promises';
import { endpoints, type EndpointRow } from '../../contract/endpoints';
import { ApiError, errorResponse, moderated, rateLimited } from '../errors';
import type { FaultHook } from '../http/faults';

const SLOW_MS = 3_000;

const spending = new Set<string>(
	Object.values(endpoints as Record<string, EndpointRow>).flatMap(({ spends, path }) =>
		spends ? [path] : [],
	),
);

interface Switch {
	/** What it does, for the page. */
	label: string;
	/** Whether it meets requests that cost money only. */
	spends?: boolean;
	refuses?: () => ApiError;
}

/** What can be made to go wrong while the sandbox runs. */
export const switches = {
	busy: { label: 'Too many requests (429)', refuses: () => rateLimited(2) },
	slow: { label: `Slow answers (${SLOW_MS / 1000} s)` },
	moderation: { label: 'Moderation refuses every prompt (403)', spends: true, refuses: moderated },
	noFunds: {
		label: 'Out of funds (402)',
		spends: true,
		refuses: () => new ApiError(402, 'insufficient_funds', 'Insufficient funds'),
	},
	lostCallbacks: { label: 'Callbacks do not arrive' },
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof switches;

export const isSwitch = (name: string): name is SwitchName => Object.hasOwn(switches, name);

/** What goes wrong with a request while these are on; what `faults` decides comes first. */
export function withSwitches(on: ReadonlySet<SwitchName>, faults?: FaultHook): FaultHook {
	return async (request) => {
		const fault = await faults?.(request);
		if (fault ?? !request.path.startsWith('/v1/')) return fault;
		if (on.has('slow')) await delay(SLOW_MS);
		for (const name of on) {
			const { spends, refuses }: Switch = switches[name];
			const isMeant = !spends || (request.method === 'POST' && spending.has(request.path));
			if (refuses && isMeant) return { when: 'before', give: errorResponse(refuses()) };
		}
		return undefined;
	};
}
