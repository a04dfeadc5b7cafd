import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	addressInObject,
	parsePastedAddress,
} from '../../../../nodes/MediaGeneration/preflight/address';
import { lookAtText } from '../../../../nodes/MediaGeneration/preflight/text';

const linesOf = (name: string) =>
	readFileSync(path.join(__dirname, '../../../fixtures/meant', name), 'utf8')
		.trimEnd()
		.split('\n');
const prompts = linesOf('prompts.txt');
/** What is only said to a chat model. */
const messages = linesOf('messages.txt');
const references = linesOf('references.txt');

/** How a text comes into a field: what stands in the node, and what goes out. */
const ways: Array<[way: string, saved: (text: string) => unknown, sent: (text: string) => string]> =
	[
		['typed', (text) => text, (text) => text],
		['from a field', () => '={{ $json.text }}', (text) => text],
		['in a template', () => '={{ $json.text }}, 35 mm', (text) => `${text}, 35 mm`],
		[
			'in the middle of a template',
			() => '=Draw {{ $json.text }} in ink',
			(text) => `Draw ${text} in ink`,
		],
		['in a conversation', () => '={{ $json.chatInput }}', (text) => text],
	];
/** What an expression that finds nothing gives: meant only where it was typed. */
const nothing = /^(null|undefined|NaN)$/;

const looked = ways.flatMap(([way, saved, sent]) =>
	prompts
		.filter((text) => way === 'typed' || !nothing.test(text))
		.map((text) => ({ way, text: sent(text), saved: saved(text) })),
);
looked.push(
	...messages.map((text) => ({ way: 'in a conversation', text, saved: '={{ $json.chatInput }}' })),
);
const asGiven = references.flatMap((address) => [address, ` ${address}\n`, { url: address }]);

test('two thousand prompts and references that people mean are looked at', () => {
	expect(new Set([...prompts, ...messages, ...references]).size).toBeGreaterThanOrEqual(2_000);
});

test.each(ways.map(([way]) => way))('none of the prompts %s is refused', (way) => {
	const refused = looked
		.filter((one) => one.way === way)
		.filter(
			(one) => 'refusal' in (lookAtText({ ...one, isTalk: way === 'in a conversation' }) ?? {}),
		);
	expect(refused).toEqual([]);
});

test('no reference is refused, nor changed', () => {
	const read = asGiven.map((given) =>
		parsePastedAddress(typeof given === 'string' ? given : (addressInObject(given) ?? '')),
	);
	const expected = references.flatMap((address) => [{ address }, { address }, { address }]);
	expect(read).toEqual(expected);
});
