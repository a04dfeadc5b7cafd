export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a status is one of redirection. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

export const isRateLimited = (status: number): boolean => status === 429;

/** Whether a status may change by itself in a while. */
export const canPassStatus = (status: number): boolean =>
	status === 408 || status === 425 || isRateLimited(status) || status >= 500;
