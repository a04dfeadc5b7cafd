import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outputSchemas } from '../../support/outputSchemas';
import { SCHEMAS, writeOutputSchemas } from '../../support/writeOutputSchemas';

test('what the editor shows before the first run is what every operation gives', async () => {
	// `UPDATE_SCHEMAS=1 npm run test:unit -- outputSchemas` writes them anew.
	if (process.env.UPDATE_SCHEMAS) await writeOutputSchemas();
	const schemas = await outputSchemas();
	const written = [...schemas.keys()].map((name) => {
		const file = path.join(SCHEMAS, `${name}.json`);
		return [
			name,
			existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : 'no file',
		];
	});
	expect(Object.fromEntries(written)).toEqual(Object.fromEntries(schemas));
});
