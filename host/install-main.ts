import { ensureN8n } from './install';
import { stderrLog } from './log';
import { runMain } from './main';

runMain(async () => {
	await ensureN8n(stderrLog());
	return 0;
});
