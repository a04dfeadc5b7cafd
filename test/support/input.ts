import type { INode, INodeParameters } from 'n8n-workflow';
import { Input } from '../../nodes/MediaGeneration/editor/input/input';

/** What is given for an item of a node that was saved with these parameters; `found` is what n8n makes of expressions, by path. */
export function inputWith(parameters: object, found: Record<string, unknown> = {}): Input {
	const node: INode = {
		id: '1',
		name: 'Media Generation',
		type: 'mediaGeneration',
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INodeParameters,
	};
	return new Input(node, 0, (path, saved) => (Object.hasOwn(found, path) ? found[path] : saved));
}

/** What a reader makes of such parameters. @throws as the node does when something is wrong */
export function readFrom<T>(
	read: (input: Input) => T,
	parameters: object,
	found: Record<string, unknown> = {},
): T {
	const input = inputWith(parameters, found);
	const value = read(input);
	input.check();
	return value;
}

/** What a person is told when something is wrong with such parameters; nothing where all is well. */
export function refusalOf(
	read: (input: Input) => unknown,
	parameters: object,
	found: Record<string, unknown> = {},
) {
	try {
		readFrom(read, parameters, found);
		return undefined;
	} catch (error) {
		const { message, description } = error as { message: string; description?: string };
		return { message, description };
	}
}
