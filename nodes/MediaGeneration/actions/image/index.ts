import { defineResource } from '../../run/operation';
import { editImage } from './edit.operation';
import { generateImage } from './generate.operation';
import { getImageJob } from './getJob.operation';

export const image = defineResource({
	value: 'image',
	name: 'Image',
	operations: [generateImage, editImage, getImageJob],
});
