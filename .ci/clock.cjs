// Preloaded by .ci/stranger: has Date tell another time than the machine, by as many milliseconds as CLOCK_AHEAD_MS says.
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const machine = Date.now;
const now = () => machine() + ahead;
Date.now = now;
globalThis.Date = new Proxy(Date, {
	construct: (date, given, kind) =>
		Reflect.construct(date, given.length > 0 ? given : [now()], kind),
	apply: (date) => new date(now()).toString(),
});
