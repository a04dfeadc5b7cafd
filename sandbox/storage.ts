import { existsSync, readFileSync } from 'node:fs';
import type { Clock, Cancel } from './clock';
import { writeWhole } from './blobs';
import { emptyState, type State } from './state';
import type { Tasks } from './tasks';

const VERSION = 1;
/** Milliseconds for which changes are gathered before they are saved. */
const DEBOUNCE = 400;

/** Saves the state to a JSON file and reads it back. Amounts are kept as decimal text. */
export class Storage {
	private timer: Cancel | undefined;
	private closed = false;
	private writing: Promise<void> = Promise.resolve();

	/** @param path of the file; without one, nothing is kept */
	constructor(
		private readonly path: string | undefined,
		private readonly clock: Clock,
		private readonly tasks: Tasks,
	) {}

	/**
	 * What was saved; an empty state when nothing was.
	 * @throws Error when there is a file, but not one that the sandbox wrote
	 */
	load(): State {
		if (!this.path || !existsSync(this.path)) return emptyState();
		try {
			return fromJson(readFileSync(this.path, 'utf8'));
		} catch (error) {
			throw new Error(
				`${this.path} is not a state file of this sandbox (${(error as Error).message})`,
			);
		}
	}

	/** Saves soon, unless it is closed. */
	changed(state: State): void {
		if (!this.path || this.timer || this.closed) return;
		this.timer = this.clock.setTimer(DEBOUNCE, () => this.tasks.start(() => this.save(state)));
	}

	/** Saves now what is not saved yet, and whatever is being saved. */
	async save(state: State): Promise<void> {
		this.timer?.();
		this.timer = undefined;
		const { path } = this;
		if (!path) return;
		this.writing = this.writing
			.catch(() => {})
			.then(async () => await writeWhole(path, toJson(state)));
		await this.writing;
	}

	/** Saves for the last time: the file may be another sandbox's from then on. */
	async close(state: State): Promise<void> {
		this.closed = true;
		await this.save(state);
	}
}

function toJson({ accounts, keys, jobs }: State): string {
	const content = {
		version: VERSION,
		accounts: [...accounts.values()],
		keys: [...keys.values()],
		jobs: [...jobs.values()],
	};
	return JSON.stringify(content, (_, value: unknown) =>
		typeof value === 'bigint' ? value.toString() : value,
	);
}

function fromJson(text: string): State {
	const { version, accounts, keys, jobs } = JSON.parse(text, (name, value: unknown) =>
		name.endsWith('Nanos') && typeof value === 'string' ? BigInt(value) : value,
	);
	if (version !== VERSION) throw new Error(`version ${String(version)}, not ${VERSION}`);
	return { accounts: byId(accounts), keys: byId(keys), jobs: byId(jobs) };
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
	return new Map(items.map((item) => [item.id, item]));
}
