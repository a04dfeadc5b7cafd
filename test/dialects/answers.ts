import type { RunningSandbox } from '../../sandbox';

/** What the API answered. */
export interface ApiAnswer {
	request: string;
	status: number;
	body: string;
}

/** Keeps what a sandbox answers, as it goes out: JSON as it is, of anything else the type. */
export function listenTo({ sandbox: { app } }: RunningSandbox): ApiAnswer[] {
	const answers: ApiAnswer[] = [];
	const answer = app.fetch;
	app.fetch = async (request, ...more) => {
		const response = await answer(request, ...more);
		const { pathname, search } = new URL(request.url);
		const type = response.headers.get('content-type') ?? '';
		const kept: ApiAnswer = {
			request: `${request.method} ${pathname}${search}`,
			status: response.status,
			body: `(${type})`,
		};
		answers.push(kept);
		if (/json/.test(type)) kept.body = await response.clone().text();
		return response;
	};
	return answers;
}
