import { isData } from '../support/data';
import { PieceRedactor } from '../http/redact';
import { TooLarge } from '../http/body';

/** Fields of a delta that come whole; any other text may be a piece. */
const wholeFields = new Set(['role', 'type', 'id', 'name']);
/** The most texts that can be held back at once. */
const MOST_OPEN = 1_000;

/** Builds the chunk around a text. */
type Wrap = (inside: unknown) => object;

interface OpenText {
	redactor: PieceRedactor;
	wrap: Wrap;
}

/** Redacts a stream of OpenAI's chunks, also where a secret is spread over the deltas that a client joins. */
export class ChunkRedactor {
	private readonly open = new Map<string, OpenText>();

	constructor(private readonly secrets: readonly string[]) {}

	/**
	 * The chunk without secrets and what may be the beginning of one.
	 * @throws TooLarge when too many texts are held back
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

	/** Chunks with all that is held back, for the end of the stream. */
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
				wholeFields.has(name) ? field : inField(name, field),
			]),
		);
	};

	/** Entries are identified by their index, else by their position. */
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
