/** Whether there is time for the numbers that the long run of all tests is for: `npm test -- --long` sets it. */
export const isLong = process.env.TEST_SIZE === 'long';

/** How much of something a run takes: the first while somebody waits for it, the second in the long run. */
export const sized = <T>(short: T, long: T): T => (isLong ? long : short);
