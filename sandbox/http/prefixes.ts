/** The path prefix that the base URL ends with. */
export const API_PREFIX = '/api';

/** The path, outside the API, under which results are served. */
export const MEDIA_PREFIX = '/media';

/** The path, below the base URL, under which a dialect serves results to a key only. */
export const FILES_PATH = '/v1/files';
