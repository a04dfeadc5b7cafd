import { asText, isData } from '../support/data';
import { END_OF_STREAM } from '../http/events';
import { TooLarge } from '../http/body';
import { PieceRedactor } from '../http/redact';
import { redactedEvents } from '../http/request';
import { withOpenAiUsage } from './openAiAnswer';
import { settled } from '../support/settled';

/** Fields of a delta that come whole; any other text may be a piece. */
const wholeFields = new Set(['role', 'type', 'id', 'name']);
/** The most texts that can be held back at once. */
const MOST_OPEN = 1_000;

/** Where a text stands in a choice's delta: the choice's index, then names, and indexes in lists. */
type Path = ReadonlyArray<string | number>;

/** Redacts a stream of OpenAI's chunks, also where a secret is spread over the deltas that a client joins. */
export class ChunkRedactor {
	private readonly open = new Map<string, { path: Path; redactor: PieceRedactor }>();
	/** What all chunks say of the answer. */
	private head = {};

	constructor(private readonly secrets: readonly string[]) {}

	/**
	 * The chunk without secrets and what may be the beginning of one.
	 * @throws TooLarge when too many texts are held back
	 */
	hide(chunk: unknown): unknown {
		if (!isData(chunk) || !Array.isArray(chunk.choices)) return chunk;
		const { id, object, created, model } = chunk;
		this.head = { id, object, created, model };
		const choices = chunk.choices.map((choice: unknown, position) =>
			isData(choice)
				? { ...choice, delta: this.inside(choice.delta, [indexOf(choice, position)]) }
				: choice,
		);
		if (this.open.size > MOST_OPEN)
			throw new TooLarge(`the answer goes on with more than ${MOST_OPEN} texts at once`);
		return { ...chunk, choices };
	}

	/** Chunks with all that is held back, for the end of the stream. */
	rest(): object[] {
		const chunks = [...this.open.values()].map(({ path: [index, ...names], redactor }) => ({
			...this.head,
			choices: [{ index, delta: around(names, redactor.take('', true)), finish_reason: null }],
		}));
		this.open.clear();
		return chunks;
	}

	private inside(value: unknown, path: Path): unknown {
		if (typeof value === 'string') return this.inText(value, path);
		if (Array.isArray(value))
			return value.map((entry: unknown, position) =>
				this.inside(entry, [...path, indexOf(entry, position)]),
			);
		if (!isData(value)) return value;
		const shown = Object.entries(value).map(([name, field]) => [
			name,
			wholeFields.has(name) ? field : this.inside(field, [...path, name]),
		]);
		return Object.fromEntries(shown);
	}

	private inText(piece: string, path: Path): string {
		const key = path.join('.');
		const { redactor = new PieceRedactor(this.secrets) } = this.open.get(key) ?? {};
		const given = redactor.take(piece);
		if (redactor.isHolding) this.open.set(key, { path, redactor });
		else this.open.delete(key);
		return given;
	}
}

/** Entries are identified by their index, else by their position. */
const indexOf = (entry: unknown, position: number) =>
	isData(entry) && typeof entry.index === 'number' ? entry.index : position;

const around = (path: Path, text: string): unknown =>
	path.reduceRight<unknown>((inner, name) => {
		if (typeof name === 'string') return { [name]: inner };
		return [isData(inner) ? { index: name, ...inner } : inner];
	}, text);

/**
 * Redacts a stream of OpenAI's chunks. What was held back comes at the end, also if the stream breaks.
 * @throws StreamTooLarge when an event, or the stream, is too long; whatever breaks the stream
 */
export async function* redactedStream(
	source: AsyncIterable<Uint8Array>,
	secrets: readonly string[],
): AsyncGenerator<string> {
	const texts = new ChunkRedactor(secrets);
	const events = redactedEvents(source, secrets);
	try {
		for (;;) {
			const next = await settled(events.next());
			const isOver =
				next.status === 'rejected' ||
				next.value.done === true ||
				next.value.value.data === END_OF_STREAM;
			for (const chunk of isOver ? texts.rest() : []) yield formatEvent(JSON.stringify(chunk));
			if (next.status === 'rejected') throw next.reason;
			if (next.value.done) return;
			const { name, data, isText } = next.value.value;
			yield formatEvent(
				isText ? asText(data) : JSON.stringify(withOpenAiUsage(texts.hide(data))),
				name,
			);
		}
	} finally {
		await events.return(undefined);
	}
}

function formatEvent(data: string, name?: string): string {
	const lines = data.split('\n').map((line) => `data: ${line}\n`);
	return `${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`;
}
