import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlobStore } from '../blobs';
import type { State } from '../state';
import { renderPicture } from './picture';
import { contentTypeOf, fileNamesOf, type PicturePlan, type VideoPlan } from './plan';
import { renderVideo } from './video';

/** The makers of media; a test may give others. */
export interface Renderer {
	picture(plan: PicturePlan, index: number, blobs: BlobStore): Promise<Buffer>;
	/** @param path of the file to write */
	video(plan: VideoPlan, blobs: BlobStore, path: string): Promise<void>;
}

/** Draws pictures with sharp and makes videos with ffmpeg. */
export const realRenderer: Renderer = { picture: renderPicture, video: renderVideo };

/** A finished file. Length in bytes. */
export interface MediaFile {
	contentType: string;
	length: number;
	/** The bytes from `start` up to and including `end`. */
	read(start: number, end: number): Promise<Uint8Array | ReadableStream<Uint8Array>>;
}

const KEPT_PICTURES = 24;
const KEPT_VIDEOS = 16;

/** The results of completed jobs. Each is made when it is first asked for. */
export class Library {
	private readonly pictures = new Lru<Buffer>(KEPT_PICTURES);
	private readonly videos = new Lru<string>(KEPT_VIDEOS, (path) => void rm(path, { force: true }));
	private busy: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly state: State,
		private readonly blobs: BlobStore,
		private readonly renderer: Renderer,
	) {}

	/** The file of this name; undefined when no completed job has it. */
	async find(name: string): Promise<MediaFile | undefined> {
		const job = this.state.jobs.get(name.slice(0, 36));
		if (job?.status !== 'completed') return undefined;
		const { plan } = job;
		const index = fileNamesOf(job.id, plan).indexOf(name);
		if (index < 0) return undefined;
		return plan.type === 'picture' ? this.picture(name, plan, index) : this.video(name, plan);
	}

	/** The whole file of this name. @throws Error when no completed job has it */
	async bytesOf(name: string): Promise<Buffer> {
		const file = await this.find(name);
		if (!file) throw new Error(`There is no file ${name}`);
		const read = (await file.read(0, file.length - 1)) as BodyInit;
		return Buffer.from(await new Response(read).arrayBuffer());
	}

	private async picture(name: string, plan: PicturePlan, index: number): Promise<MediaFile> {
		const content = await this.pictures.get(name, () =>
			this.renderer.picture(plan, index, this.blobs),
		);
		return {
			contentType: contentTypeOf(plan),
			length: content.length,
			read: async (start, end) => new Uint8Array(content.subarray(start, end + 1)),
		};
	}

	private async video(name: string, plan: VideoPlan): Promise<MediaFile> {
		const path = await this.videos.get(name, async () => {
			const target = await this.blobs.scratchPath(name);
			await this.oneByOne(() => this.renderer.video(plan, this.blobs, target));
			return target;
		});
		return {
			contentType: contentTypeOf(plan),
			length: (await stat(path)).size,
			read: async (start, end) =>
				Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>,
		};
	}

	/** One video at a time: each keeps the whole machine busy. */
	private oneByOne(work: () => Promise<void>): Promise<void> {
		const done = this.busy.then(work);
		this.busy = done.catch(() => {});
		return done;
	}
}

/** Keeps the last used of what is costly to make, and makes nothing twice at the same time. */
class Lru<Value> {
	private readonly kept = new Map<string, Promise<Value>>();

	/** @param dropped told of each that is kept no longer */
	constructor(
		private readonly capacity: number,
		private readonly dropped: (value: Value) => void = () => {},
	) {}

	/** What is kept under a name, made if need be. What fails is not kept. */
	get(name: string, make: () => Promise<Value>): Promise<Value> {
		const value = this.kept.get(name) ?? make();
		this.kept.delete(name);
		this.kept.set(name, value);
		value.catch(() => this.kept.delete(name));
		const [oldest] = this.kept;
		if (this.kept.size > this.capacity && oldest) {
			this.kept.delete(oldest[0]);
			void oldest[1].then(this.dropped, () => {});
		}
		return value;
	}
}
