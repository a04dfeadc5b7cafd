import { isData } from '../support/data';
import { PieceRedactor } from '../http/redact';
import { TooLarge } from '../http/tooLarge';

/** Names of what a delta tells as a whole; any other text in it may be a piece. */
const labels = new Set(['role', 'type', 'id', 'name']);
/** No answer goes on with more texts than this at once. */
const MOST_OPEN = 1_000;

/** Puts a text, or what holds it, in its place in a chunk. */
type Wrap = (inside: unknown) => object;

/** A text of which something is kept back. */
interface OpenText {
	redactor: PieceRedactor;
	wrap: Wrap;
}

/** The texts of a stream of chunks in OpenAI's shape, which a client puts together from the pieces in their deltas. */
export class ChunkRedactor {
	private readonly open = new Map<string, OpenText>();

	constructor(private readonly secrets: readonly string[]) {}

	/**
	 * The same chunk without the secrets that end in it, and without what may be the beginning of one.
	 * @throws TooLarge when more texts are open than any answer has
	 */
	hide(chunk: unknown): unknown {
		if (!isData(chunk) || !Array.isArray(chunk.choices)) return chunk;
		const { id, object, created, model } = chunk;
		const choices = this.inList(
			chunk.choices,
			'',
			(list) => ({ id, object, created, model, choices: list }),
			(choice, path, wrap) =>
				isData(choice)
					? {
							...choice,
							delta: this.inAny(choice.delta, path, (delta) =>
								wrap({ delta, finish_reason: null }),
							),
						}
					: choice,
		);
		if (this.open.size > MOST_OPEN)
			throw new TooLarge(`the answer goes on with more than ${MOST_OPEN} texts at once`);
		return { ...chunk, choices };
	}

	/** What was kept back, in chunks of their own, as nothing more comes. */
	rest(): object[] {
		const chunks = [...this.open.values()].map(({ redactor, wrap }) =>
			wrap(redactor.take('', true)),
		);
		this.open.clear();
		return chunks;
	}

	private readonly inAny = (value: unknown, path: string, wrap: Wrap): unknown => {
		if (typeof value === 'string') return this.inText(value, path, wrap);
		if (Array.isArray(value)) return this.inList(value, path, wrap);
		if (!isData(value)) return value;
		const inField = (name: string, field: unknown) =>
			this.inAny(field, `${path}.${name}`, (inside) => wrap({ [name]: inside }));
		return Object.fromEntries(
			Object.entries(value).map(([name, field]) => [
				name,
				labels.has(name) ? field : inField(name, field),
			]),
		);
	};

	/** An entry of a list that has an index goes on under that, wherever it stands. */
	private inList(list: unknown[], path: string, wrap: Wrap, inEntry = this.inAny): unknown[] {
		return list.map((entry, position) => {
			const index = isData(entry) && typeof entry.index === 'number' ? entry.index : undefined;
			return inEntry(entry, `${path}.${index ?? position}`, (inside) =>
				wrap([isData(inside) ? { index, ...inside } : inside]),
			);
		});
	}

	private inText(piece: string, path: string, wrap: Wrap): string {
		const { redactor = new PieceRedactor(this.secrets) } = this.open.get(path) ?? {};
		const given = redactor.take(piece);
		if (redactor.isHolding) this.open.set(path, { redactor, wrap });
		else this.open.delete(path);
		return given;
	}
}
