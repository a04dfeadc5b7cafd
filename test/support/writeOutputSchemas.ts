import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../host/paths';
import { outputSchemas } from './outputSchemas';

/** Where n8n looks for the schemas of the node's output. */
export const SCHEMAS = path.join(ROOT, 'nodes', 'MediaGeneration', '__schema__', 'v1.0.0');

/** Writes down what each operation gives today. */
export async function writeOutputSchemas(): Promise<void> {
	const schemas = await outputSchemas();
	rmSync(SCHEMAS, { recursive: true, force: true });
	for (const [name, schema] of schemas) {
		const file = path.join(SCHEMAS, `${name}.json`);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}
