/** What JavaScript asks an object for when it makes text or a number of it, and none of it can be called. */
export const ODD_JSON =
	'{"toString":1,"valueOf":1,"toJSON":1,"then":1,"trim":1,"length":1,"constructor":1,"__proto__":{"toString":1}}';

export const odd: unknown = JSON.parse(ODD_JSON);

/** Names under which answers are read. */
export const telling =
	'key_id secret_key secret api_key key token name status state progress error message code type param object choices delta content usage prompt_tokens completion_tokens cost cost_usd cost_nanos amount currency unit units nanos balance available_usd next has_more total cursor page id job_id task_id status_url url urls created_at completed_at model models pricing price eta_seconds scopes scope link location retry-after done success failed errno'.split(
		' ',
	);

/** Whether there is something in a value. */
export const isHolder = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && Object.keys(value).length > 0;
