import type { BlobStore } from './blobs';
import type { Dialect } from './dialect/speaker';
import type { JobRunner } from './jobs/runner';
import type { KeyRing } from './keyring';
import type { Ledger } from './ledger';
import type { Library } from './media/library';
import type { SandboxOptions } from './options';
import type { SwitchName } from './page/switches';
import type { State } from './state';
import type { Tasks } from './tasks';

/** What is as it was asked for. */
type Settled = 'clock' | 'speed' | 'models' | 'retryDeliveries' | 'publicUrl' | 'mediaUrl' | 'log';

/** The parts of a sandbox that handlers work with. */
export interface Context extends Required<Pick<SandboxOptions, Settled>> {
	state: State;
	/** Told after each change of the state. */
	changed: () => void;
	ledger: Ledger;
	keys: KeyRing;
	jobs: JobRunner;
	blobs: BlobStore;
	library: Library;
	/** What it says in its own way, if it speaks a dialect. */
	dialect: Dialect | undefined;
	/** What is switched on to go wrong. */
	switchedOn: Set<SwitchName>;
	tasks: Tasks;
}
