import { runMain } from './main';
import { writeLinks } from './links';
import { ROOT } from './paths';

runMain(async () => {
	writeLinks(ROOT);
	return 0;
});
