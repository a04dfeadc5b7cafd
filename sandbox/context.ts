import type { BlobStore } from './blobs';
import type { Clock } from './clock';
import type { Dialect } from './dialect/speaker';
import type { JobRunner } from './jobs/runner';
import type { KeyRing } from './keyring';
import type { Ledger } from './ledger';
import type { Library } from './media/library';
import type { ServedModels } from './models';
import type { Random } from './random';
import type { State } from './state';

/** The parts of a sandbox that handlers work with. */
export interface Context {
	clock: Clock;
	random: Random;
	/** How much faster than in the document time goes. */
	speed: number;
	models: ServedModels;
	state: State;
	ledger: Ledger;
	keys: KeyRing;
	jobs: JobRunner;
	blobs: BlobStore;
	library: Library;
	/** The dialect it speaks, if any. */
	dialect?: Dialect;
	/** Origin under which a dialect serves results beside the sandbox's own. */
	mediaUrl: string;
	/** Origin of the URLs that the sandbox gives out, without a slash at the end. */
	publicUrl: string;
	/** Told after each change of the state. */
	changed: () => void;
}
