import { wordList } from './rows';

/** Words that such a name may have besides. */
export const adjectives = wordList('new created current updated');

/** Names of objects that hold the answer proper: their fields and those beside them are told together. */
export const wrapperWords = wordList(
	'data result response payload body job task prediction generation output record resource item entity attribute operation',
);
