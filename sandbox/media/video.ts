import type { BlobStore } from '../blobs';
import type { VideoPlan } from './plan';

export async function renderVideo(_plan: VideoPlan, _blobs: BlobStore, _path: string): Promise<void> {
	throw new Error('later');
}
