import type { LoggedRequest } from './requestLog';

/** The request that a fault hook is asked about. Headers by their names in lower case. */
export type FaultRequest = Pick<LoggedRequest, 'method' | 'path' | 'headers'> & { body: string };

/** What goes wrong with a request: its handler does not run, or it runs and its answer is lost. */
export interface Fault {
	when: 'before' | 'after';
	/** The answer in place of the handler's, a connection that breaks, or one that stays silent until the client gives up. */
	give: Response | 'destroy' | 'silence';
}

/** Decides for each request whether something goes wrong. It may take its time. */
export type FaultHook = (request: FaultRequest) => Fault | undefined | Promise<Fault | undefined>;
