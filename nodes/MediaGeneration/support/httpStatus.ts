/** Whether a status is one of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a status leads elsewhere, if an address comes with it. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Whether a server refuses access: without a key, with this key, or to what was asked for. */
export const deniesAccess = (status: number): boolean => status === 401 || status === 403;

/** Whether a server gets too many requests; it may say when it takes more. */
export const isRateLimited = (status: number): boolean => status === 429;

/** Whether a server that answers so may answer otherwise in a while. */
export const canPassStatus = (status: number): boolean =>
	status === 408 || status === 425 || isRateLimited(status) || status >= 500;
