import * as z from 'zod/v4';
import { errorEnvelope } from './errors';

const timestamp = z.iso.datetime();
/** An amount in nanos, as a JSON integer. */
export const nanos = z.int();

/** Comes back as it was given, where a URL schema would trim it. */
const httpUrl = z
	.string()
	.refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), 'must be an http(s) URL');

/**
 * What every request that makes media shares: "Generate image" and its siblings. The knobs are checked
 * against the model's row, not here.
 */
export const submission = z.looseObject({
	model: z.string().optional(),
	callback_url: httpUrl.optional(),
	enable_fallback: z.boolean().optional(),
	additional_settings: z.record(z.string(), z.unknown()).optional(),
});

/** @assumed `cost_nanos` (what the job was charged) and, of edits that make several images, `urls` */
const charge = { cost_nanos: nanos.optional() };

/** "Image generation job", synchronous result. @assumed the same for edits */
export const syncResult = z.object({
	job_id: z.uuid(),
	status: z.literal('completed'),
	url: z.url(),
	urls: z.array(z.url()).optional(),
	generation_time: z.number(),
	model: z.string(),
	...charge,
});

/** "Image generation job", async acceptance result. @assumed the same for edits and videos */
export const acceptance = z.object({
	job_id: z.uuid(),
	status: z.literal('processing'),
	status_url: z.url(),
	webhook_url: httpUrl.optional(),
	created_at: timestamp,
});

const jobStatus = {
	job_id: z.uuid(),
	/** @assumed `failed`: the document names `processing` and `completed` */
	status: z.enum(['processing', 'completed', 'failed']),
	model: z.string(),
	created_at: timestamp,
	completed_at: timestamp.optional(),
	generation_time: z.number().optional(),
	/** @assumed */
	error: errorEnvelope.shape.error.optional(),
	...charge,
};

/** "Image generation job", job-status result. */
export const imageJobStatus = z.object({
	...jobStatus,
	image_url: z.url().optional(),
	image_urls: z.array(z.url()).optional(),
});

/** @assumed as for images, with `video_url` */
export const videoJobStatus = z.object({ ...jobStatus, video_url: z.url().optional() });

export type Submission = z.infer<typeof submission>;
export type ImageJobStatus = z.infer<typeof imageJobStatus>;
export type VideoJobStatus = z.infer<typeof videoJobStatus>;
