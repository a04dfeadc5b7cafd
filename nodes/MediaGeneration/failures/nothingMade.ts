import type { ServiceError } from '../answers/failure/serviceError';

/** Words of an account with too little money. */
export const OUT_OF_MONEY =
	/insufficient[_ -]?(balance|fund|credit|quota)|(not[_ -]?enough|\bno|out[_ -]?of|too[_ -]?low)[_ -]?(balance|funds|credit|money)|payment[_ -]?required|(balance|funds?|credits?)[_ -]?(is |are )?(too[_ -]?low|not[_ -]?enough|insufficient|exhausted|used[_ -]?up|depleted)|arrearage/i;

/** Words of an account at its spend limit. */
export const AT_LIMIT = /(spend(ing)?|daily|monthly)[_ -]?limit|limit[_ -]?reached/i;

const says = ({ message, type, code }: ServiceError, words: RegExp) =>
	[message, type, code].some((part) => part !== undefined && words.test(part));

/** Whether the service's own words say that the account has too little money. */
export const saysOutOfMoney = (said: ServiceError): boolean => says(said, OUT_OF_MONEY);

/** Whether they say that it cannot, or may not, pay for a request. */
export const saysCannotPay = (said: ServiceError): boolean =>
	saysOutOfMoney(said) || says(said, AT_LIMIT);

const nothingMade: readonly RegExp[] = [
	OUT_OF_MONEY,
	AT_LIMIT,
	// A wrong value.
	/(invalid|illegal|wrong)[_ -]?(request|input|param|value|argument|prompt|model|size|field|image|url)|validation|bad[_ -]?request|malformed|bad[_ -]?(user[_ -]?)?input/i,
	/unprocessable|unsupported|(is|are) required|missing[_ -]?(required|param|field)|too long|out of range|must (be|not|have)/i,
	/model[_ -]?(was )?not[_ -]?found|deprecated/i,
	// Moderation.
	/moderat|safety|policy|nsfw|prohibited|inappropriate|(prompt|content|request|image|input)[_ -]?(was |has been |is )?(refused|rejected|blocked|declined|flagged)/i,
	// A key without the right.
	/unauthori[sz]ed|unauthenticated|authentication|forbidden|permission|(invalid|incorrect|missing)[_ -]?(api|access)[_ -]?key/i,
	/rate[_ -]?limit|too[_ -]?many[_ -]?requests|throttl/i,
	/^(400|401|402|403|404|413|415|422|429)$/,
];

/** Something broke on the way or behind the service. */
const leavesOpen =
	/time[d_ -]*out|deadline|upstream|gateway|provider|internal|unavailable|crash|server[_ ]error|response|^5\d\d$/i;

/** Whether the service says that it refused a request before anything was made. */
export const saysNothingMade = (said: ServiceError): boolean =>
	!says(said, leavesOpen) && nothingMade.some((words) => says(said, words));
