import { MediaGenerationBalanceTrigger } from '../../../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';
import { MediaGenerationTrigger } from '../../../../nodes/MediaGeneration/MediaGenerationTrigger.node';

const { description } = new MediaGenerationTrigger();
const notices = description.properties
	.filter(({ type }) => type === 'notice')
	.map(({ displayName }) => displayName);

/** The tags in a text, each once. */
const tagsOf = (text: string) => [
	...new Set(Array.from(text.matchAll(/<\/?([a-z]+)/g), ([, tag]) => tag)),
];

test('the trigger has one notice: three steps, and how to try it', () => {
	expect(notices).toHaveLength(1);
	expect(Array.from(notices.join().matchAll(/<li>(.*?)<\/li>/g), ([, step]) => step)).toEqual([
		expect.stringMatching(/^Step 1: Open Webhook URLs .*copy the production URL/),
		'Step 2: Publish the workflow.',
		expect.stringMatching(/^Step 3: .*Callback URL.*Nothing \(Just Submit\).*callback_url/),
	]);
	expect(notices.join()).toMatch(/test URL instead, press Execute step/);
});

test('a notice holds only what n8n leaves in one', () => {
	expect(tagsOf(notices.join()).filter((tag) => !['a', 'ul', 'li'].includes(String(tag)))).toEqual(
		[],
	);
});

test.each([
	['trigger', description],
	['balance trigger', new MediaGenerationBalanceTrigger().description],
])('the %s says beside its parameters what to do', (_, { triggerPanel }) => {
	expect(triggerPanel).toMatchObject({
		header: expect.stringMatching(/^Start this workflow when/),
		activationHint: expect.any(String),
	});
	expect(
		tagsOf(JSON.stringify(triggerPanel)).filter((tag) => !['a', 'b', 'br'].includes(String(tag))),
	).toEqual([]);
});
