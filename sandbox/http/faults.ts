/** The request that a fault hook is asked about. */
export interface FaultRequest {
	method: string;
	/** Below the base URL: `/v1/…`; of a file, `/media/…`. */
	path: string;
	/** By their names in lower case. */
	headers: Readonly<Record<string, string>>;
	body: string;
}

/** What goes wrong with a request: its handler does not run, or it runs and its answer is lost. */
export interface Fault {
	when: 'before' | 'after';
	/** The answer in place of the handler's, a connection that breaks, or one that stays silent until the client gives up. */
	give: Response | 'destroy' | 'silence';
}

/** Decides for each request whether something goes wrong. It may take its time. */
export type FaultHook = (request: FaultRequest) => Fault | undefined | Promise<Fault | undefined>;
