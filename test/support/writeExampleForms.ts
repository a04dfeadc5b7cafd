import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkflowFile } from '../../host/client/workflows';
import { ROOT } from '../../host/paths';
import { withForms } from './exampleForms';

/** Writes the forms of today's models into the examples: `npx tsx test/support/writeExampleForms.ts`. */
async function writeExampleForms(): Promise<void> {
	const folder = path.join(ROOT, 'examples');
	for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
		const target = path.join(folder, file);
		const example = await withForms(JSON.parse(readFileSync(target, 'utf8')) as WorkflowFile);
		writeFileSync(target, `${JSON.stringify(example, null, 2)}\n`);
	}
}

void writeExampleForms();
