import fc from 'fast-check';
import { catalog, findModel, type PricedModel } from '../../../contract/catalog';
import { modelLabel, priceRange, times } from '../../../contract/catalog/price';
import { usdToNanos } from '../../../contract/money';

const byResolution: PricedModel = {
	id: 'by-resolution',
	kind: 'image',
	status: 'Deprecated',
	accepts: { resolution: { values: ['1k', '2k', '4k', '8k'] } },
	price: {
		per: 'request',
		rates: [
			{ when: { resolution: ['4k'] }, usd: '0.20' },
			{ when: { resolution: ['8k'] }, usd: '0.30' },
			{ usd: '0.10' },
		],
	},
	etaSeconds: 12,
};
const priced = (
	price: PricedModel['price'],
	accepts: PricedModel['accepts'] = {},
): PricedModel => ({ ...byResolution, kind: 'video', accepts, price });
const byTwo = priced({
	per: 'request',
	rates: [
		{ when: { resolution: ['4k'], quality: ['high'] }, usd: '0.10' },
		{ when: { resolution: ['4k'] }, usd: '0.30' },
		{ usd: '0.20' },
	],
});
const withAudio: PricedModel = {
	...byResolution,
	kind: 'video',
	price: { per: 'second', rates: [{ usd: '0.05' }] },
};

function listed(id: string): PricedModel {
	const model = catalog.find((entry) => entry.id === id);
	if (!model) throw new Error(id);
	return model;
}

test.each([
	[listed('model-dev'), {}, '0.10', '0.10'],
	[listed('av-gen'), { seconds: 5 }, '0.42', '1.25'],
	[listed('i2v-pro'), { seconds: 10 }, '0.40', '0.80'],
	[listed('i2v-pro'), {}, '0.20', '1.20'],
	[listed('video-watermark-remover'), { seconds: 12.5 }, '0.10', '0.10'],
	[listed('video-watermark-remover'), {}, '0.008', '0.24'],
	[byResolution, { resolution: '8k' }, '0.30', '0.30'],
	[byResolution, { resolution: '2k' }, '0.10', '0.10'],
	[byResolution, {}, '0.10', '0.30'],
	[withAudio, { seconds: 4, generate_audio: true }, '0.40', '0.40'],
	[withAudio, { seconds: 4, generate_audio: false }, '0.20', '0.20'],
	[withAudio, { seconds: 4, generate_audio: 'true' }, '0.20', '0.20'],
	[withAudio, {}, '0.25', '0.75'],
	[priced(withAudio.price, { seconds: { values: [10, 5, 8] } }), {}, '0.25', '0.50'],
	[priced(withAudio.price, { seconds: { min: 2, max: 10 } }), {}, '0.10', '0.50'],
	[byTwo, { resolution: '4k', quality: 'high' }, '0.10', '0.10'],
	[byTwo, { resolution: '4k', quality: 'low' }, '0.30', '0.30'],
	[byTwo, { resolution: '4k' }, '0.10', '0.30'],
	[byTwo, { quality: 'high' }, '0.10', '0.30'],
	[
		priced({
			per: 'request',
			rates: [{ usd: '0.10' }, { when: { resolution: ['4k'] }, usd: '0.50' }],
		}),
		{},
		'0.10',
		'0.10',
	],
	[
		priced({ per: 'request', rates: [{ when: { resolution: ['4k'] }, usd: '0.50' }] }),
		{},
		'0.50',
		'0.50',
	],
])('what it can cost: %#', (model, values, low, high) => {
	expect(priceRange(model, values)).toEqual({ low: usdToNanos(low), high: usdToNanos(high) });
});

test('a price by the second is never rounded down', () => {
	fc.assert(
		fc.property(
			fc.bigInt({ min: 0n, max: 10n ** 12n }),
			fc.integer({ min: 1, max: 30_000 }),
			(nanos, thousandths) => {
				const exact = nanos * BigInt(thousandths);
				const price = times(nanos, thousandths / 1000) * 1000n;
				return price >= exact && price - exact < 1000n;
			},
		),
	);
});

test.each([
	[5.0004, 5_001n],
	[0.1 + 0.2, 300n],
	[1.0000000000000002, 1_000n],
	[999_999_999.0014, 999_999_999_002n],
	[1_000_000_000.5, 1_000_000_001_000n],
])('%d s is charged as the thousandths that it begins', (seconds, thousandths) => {
	expect(times(1_000n, seconds)).toBe(thousandths);
});

test('a line of the list tells whether the model is past, then its price, what it needs and its time, as the editor cuts its end', () => {
	expect(modelLabel(listed('model-dev'))).toBe('model-dev — $0.10, ~15 s');
	expect(modelLabel(byTwo)).toBe('by-resolution (deprecated) — $0.10–0.30, ~12 s');
	expect(modelLabel(listed('video-to-video'))).toBe(
		'video-to-video — $0.04–0.08/s, needs video, ~175 s',
	);
	expect(modelLabel(byResolution)).toBe('by-resolution (deprecated) — $0.10–0.30, ~12 s');
	expect(findModel('video', 'i2v-turbo') && modelLabel(listed('i2v-turbo'))).toBe(
		'i2v-turbo — ~$0.11, needs image, ~39 s',
	);
});
