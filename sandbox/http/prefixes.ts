/** The path prefix that the base URL ends with. */
export const API_PREFIX = '/api';

/** The path, outside the API, under which results are served. */
export const MEDIA_PREFIX = '/media';
