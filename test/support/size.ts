/** Whether there is time for the numbers that the long run of all tests is for. */
export const isLong = process.env.E2E_SIZE === 'long';
