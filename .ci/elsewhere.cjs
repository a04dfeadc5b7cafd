// Preloaded by .ci/stranger --at: has Date tell another time than the machine, by as many milliseconds as CLOCK_AHEAD_MS says,
// and files answer late and out of turn.
const files = require('node:fs/promises');

const ahead = Number(process.env.CLOCK_AHEAD_MS);
const machine = Date.now;
const now = () => machine() + ahead;
Date.now = now;
globalThis.Date = new Proxy(Date, {
	construct: (date, given, kind) =>
		Reflect.construct(date, given.length > 0 ? given : [now()], kind),
	apply: (date) => new date(now()).toString(),
});

const LATEST_MS = 30;
// Tests put their own in the place of Math.random.
const { random } = Math;
for (const name of [
	'access',
	'mkdir',
	'open',
	'readFile',
	'readdir',
	'rename',
	'rm',
	'stat',
	'writeFile',
]) {
	const real = files[name];
	files[name] = async (...given) => {
		await new Promise((resolve) => setTimeout(resolve, random() * LATEST_MS));
		return await real(...given);
	};
}
