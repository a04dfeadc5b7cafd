import { rmSync } from 'node:fs';
import path from 'node:path';
import { closingLine } from './figures';

/** Tells what the whole run came to, in one line. */
export default function teardown(): void {
	const file = process.env.HOSTILE_FIGURES;
	if (!file) return;
	process.stdout.write(`${closingLine(file)}\n`);
	rmSync(path.dirname(file), { recursive: true });
}
