import type { PricedModel } from './types';

const perRequest = (usd: string) => ({ per: 'request', rates: [{ usd }] }) as const;

/** "Image generation models" of the API document. */
export const imageModels: readonly PricedModel[] = [
	{
		id: 'model-dev',
		kind: 'image',
		status: 'Live',
		accepts: { seed: {}, num_inference_steps: {}, guidance_scale: {}, output_format: {} },
		price: perRequest('0.10'),
		etaSeconds: 15,
	},
	{
		id: 'model-pro',
		kind: 'image',
		status: 'Live',
		accepts: { seed: {}, num_inference_steps: {}, guidance_scale: {}, output_format: {} },
		price: perRequest('0.10'),
		etaSeconds: 15,
	},
	{
		id: 'model-1.1',
		kind: 'image',
		status: 'Live',
		accepts: { seed: {}, output_format: {} },
		price: perRequest('0.10'),
		etaSeconds: 15,
	},
	{
		id: 'model-1.2',
		kind: 'image',
		status: 'Live',
		accepts: { seed: {}, negative_prompt: {}, num_inference_steps: {}, guidance_scale: {} },
		price: perRequest('0.10'),
		etaSeconds: 30,
	},
	{
		id: 'realism',
		kind: 'image',
		status: 'Live',
		accepts: { negative_prompt: {} },
		price: perRequest('0.10'),
		etaSeconds: 20,
		ignores: ['image_width', 'image_height'],
		note: 'Takes a width and height, but chooses the exact size itself',
	},
	{
		id: 'realism-2',
		kind: 'image',
		status: 'Live',
		accepts: { negative_prompt: {} },
		price: perRequest('0.20'),
		etaSeconds: 20,
		ignores: ['image_width', 'image_height'],
		note: 'Takes a width and height, but chooses the exact size itself',
	},
];
