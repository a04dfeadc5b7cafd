import { runMain } from './main';
import { ROOT } from './paths';
import { overSize } from './sizes';

runMain(async () => {
	const over = overSize(ROOT);
	for (const sentence of over) console.error(sentence);
	return over.length === 0 ? 0 : 1;
});
