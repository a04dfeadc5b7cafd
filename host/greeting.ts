import type { Log } from './log';
import { DEMO_OWNER, FIRST_EXAMPLE, type Provisioned } from './provision';
import { DEMO_SPEED, type RunningSandbox } from './sandbox-process';

/** What one label of the greeting stands for: a line each. */
export type GreetingRow = [label: string, ...lines: string[]];

/** What differs between the demo in one process and in queue mode. */
export interface Greeting {
	/** As in `n8n 2.41.1`. */
	what: string;
	baseUrl: string;
	sandbox: Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'session'>;
	provisioned: Provisioned;
	/** What else there is to know, such as where files are kept. */
	more: GreetingRow[];
}

/** What a person needs to begin: where n8n is, how to log in, what to try, and what makes a credential by hand. */
export function greet({
	what,
	baseUrl,
	sandbox,
	provisioned: { imported, kept },
	more,
}: Greeting): string {
	const others = [...imported, ...kept].filter((name) => name !== FIRST_EXAMPLE).sort();
	const rows: GreetingRow[] = [
		[`${what} is ready:`, baseUrl],
		['Log in with:', `${DEMO_OWNER.email}  /  ${DEMO_OWNER.password}`],
		['Workflows to try:', `${FIRST_EXAMPLE}  (begin here)`, ...others],
		[
			'Practice service:',
			`the sandbox. Play money; jobs run ${DEMO_SPEED} times as fast as in reality. For a credential of your own:`,
		],
		['  Its page', new URL(sandbox.baseUrl).origin],
		['  Base URL', sandbox.baseUrl],
		['  API Key', sandbox.apiKey],
		['  Session', `${sandbox.session.header}: ${sandbox.session.value}`],
		...more,
	];
	const width = Math.max(...rows.map(([label]) => label.length)) + 2;
	const lines = rows.flatMap(([label, ...texts]) =>
		texts.map((text, index) => `  ${(index === 0 ? label : '').padEnd(width)}${text}`),
	);
	return ['', ...lines, '', '  Ctrl-C stops everything.', '', ''].join('\n');
}

/** What the nodes say in n8n's log of what has been, or may be, paid for. */
const ACCEPTED = /Media Generation accepted: (\{.*\})$/;
const STOPPED = /Stopped\. Job .*/;

interface Accepted {
	model?: string;
	workflow?: string;
	node?: string;
}

/** What a line of n8n's log tells a person of a job, if it tells of one. */
export function jobIn(line: string): string | undefined {
	const stopped = STOPPED.exec(line)?.[0];
	if (stopped !== undefined) return stopped;
	const accepted = parsed(ACCEPTED.exec(line)?.[1]);
	if (accepted === undefined) return undefined;
	const { model, workflow, node } = accepted;
	return `Accepted: a job of ${model}, sent by "${node}" in "${workflow}"`;
}

function parsed(json: string | undefined): Accepted | undefined {
	try {
		return json === undefined ? undefined : (JSON.parse(json) as Accepted);
	} catch {
		return undefined;
	}
}

/** Shows those lines of n8n's log that tell of jobs. */
export function showJobs(log: Log): (line: string) => void {
	return (line) => {
		const told = jobIn(line);
		if (told !== undefined) log(`  ${told}`);
	};
}
