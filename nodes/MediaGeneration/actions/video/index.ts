import { defineResource } from '../../run/operation';
import { generateVideo } from './generate.operation';
import { getVideoJob } from './getJob.operation';

export const video = defineResource({
	value: 'video',
	name: 'Video',
	operations: [generateVideo, getVideoJob],
});
