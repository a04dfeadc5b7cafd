import { build } from './build';
import { runMain } from './main';

runMain(async () => {
	await build();
	return 0;
});
