import { rm, writeFile } from 'node:fs/promises';
import type { BlobStore } from '../blobs';
import { ApiError } from '../errors';
import type { State } from '../state';
import { renderPicture } from './picture';
import { fileNamesOf, type PicturePlan, type VideoPlan } from './plan';
import { renderVideo } from './video';

/** The makers of media; a test may give others. */
export interface Renderer {
	picture(plan: PicturePlan, index: number, blobs: BlobStore): Promise<Buffer>;
	/** @param path of the file to write */
	video(plan: VideoPlan, blobs: BlobStore, path: string): Promise<void>;
}

/** Draws pictures with sharp and makes videos with ffmpeg. */
export const realRenderer: Renderer = { picture: renderPicture, video: renderVideo };

const MOST_KEPT = 24;

/** The results of completed jobs. Each is made when it is first asked for, and the last that were are kept. */
export class Library {
	/** The paths of the files, by name; the one asked for last is last. */
	private readonly kept = new Map<string, Promise<string>>();
	private busy: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly state: State,
		private readonly blobs: BlobStore,
		private readonly renderer: Renderer,
	) {}

	/**
	 * The path of the file of this name.
	 * @throws ApiError 404 when no completed job has it
	 */
	async fileOf(name: string): Promise<string> {
		const job = this.state.jobs.get(name.slice(0, 36));
		const index = job?.status === 'completed' ? fileNamesOf(job.id, job.plan).indexOf(name) : -1;
		if (!job || index < 0) throw new ApiError(404, 'media_not_found', 'There is no such file');
		const path = this.kept.get(name) ?? this.make(name, job.plan, index);
		this.kept.delete(name);
		this.kept.set(name, path);
		path.catch(() => this.kept.delete(name));
		const [oldest] = this.kept;
		if (this.kept.size > MOST_KEPT && oldest) {
			this.kept.delete(oldest[0]);
			void oldest[1].then(async (gone) => await rm(gone, { force: true })).catch(() => {});
		}
		return await path;
	}

	private async make(name: string, plan: PicturePlan | VideoPlan, index: number): Promise<string> {
		const path = await this.blobs.scratchPath(name);
		if (plan.type === 'picture')
			await writeFile(path, await this.renderer.picture(plan, index, this.blobs));
		else await this.oneByOne(async () => await this.renderer.video(plan, this.blobs, path));
		return path;
	}

	/** One video at a time: each keeps the whole machine busy. */
	private oneByOne(work: () => Promise<void>): Promise<void> {
		const done = this.busy.then(work);
		this.busy = done.catch(() => {});
		return done;
	}
}
