import type { INodeParameters } from 'n8n-workflow';
import { endpoints, type EndpointName } from '../../contract/endpoints';
import { validParameters, type World } from './inputCase';
import { anyLie, type Lie } from './lyingAnswers';
import { chanceOf, type Chance } from './random';
import type { OperationFields } from './sites';
import type { Act, Deceit, SeenRequest } from './stage';

/** A right node, and a server that lies to it. */
export interface AnswerCase {
	operation: OperationFields;
	/** What the node is set to beside what it requires. */
	setup: INodeParameters;
	/** Which of the requests are lied to. */
	lied: 'the first' | 'the second' | 'some' | 'all';
	onError: 'stopWorkflow' | 'continueRegularOutput';
	asTool: boolean;
	streams: boolean;
}

/** What was told, by whom: filled in while the case runs. */
export interface Account {
	/** Each endpoint that was lied for, and how. */
	lies: string[];
	/** Whether an answer said that what was submitted came to nothing. */
	refunded: boolean;
}

/** A case: any operation in any of its ways, any of its requests lied to. */
export function answerCase(chance: Chance, operations: OperationFields[]): AnswerCase {
	const operation = chance.happens(0.5)
		? chance.pick(operations.filter(spends))
		: chance.pick(operations);
	const asTool = chance.happens(0.1);
	return {
		operation,
		asTool,
		setup: {
			...waysOf(chance, operation),
			...(asTool && { maxCostPerCall: 100, allowAsTool: true }),
		},
		lied: chance.pick(
			isMaking(operation)
				? ['the first', 'the first', 'the second', 'some', 'all', 'all']
				: ['the first', 'the first', 'all'],
		),
		onError: chance.happens(0.5) ? 'stopWorkflow' : 'continueRegularOutput',
		streams: operation.resource === 'chat' && chance.happens(0.5),
	};
}

const isMaking = ({ resource, operation }: OperationFields) =>
	(resource === 'image' || resource === 'video') && operation !== 'getJob';
const spends = (operation: OperationFields) => isMaking(operation) || operation.resource === 'chat';

function waysOf(chance: Chance, operation: OperationFields): INodeParameters {
	if (operation.resource === 'chat')
		return { options: chance.pick([{}, { raw: true }, { jsonAnswer: true }]) };
	if (operation.operation === 'getMany') return { returnAll: chance.happens(0.5) };
	if (!isMaking(operation)) return {};
	const waitFor = chance.pick(['result', 'result', 'submit', 'submit', 'callback']);
	return {
		waitFor,
		...(waitFor === 'submit' &&
			chance.happens(0.5) && { callbackUrl: 'http://127.0.0.1:9/callback' }),
		options: chance.pick([
			{},
			{ raw: true },
			{ download: false },
			{ checkBalance: true, maxCost: 100 },
			{ ledger: 'kept' },
			{ payOnceFor: 'order-1', maxCostPerDay: 100 },
		]),
	} as INodeParameters;
}

/** The parameters of a case: those of its operation, with short time-outs where it has any. */
export function parametersOf({ operation, setup }: AnswerCase, world: World): INodeParameters {
	const { options, ...others } = setup;
	const parameters = validParameters(operation, world, others);
	const own = (parameters.options ?? {}) as object;
	return {
		...parameters,
		options: {
			...own,
			...('requestTimeout' in own && { requestTimeout: 1 }),
			...(options as object),
		},
	};
}

/** Makes the stage lie as the case says; the same lies whenever it runs. */
export function startLying(name: string, { lied, operation }: AnswerCase, act: Act): Account {
	const account: Account = { lies: [], refunded: false };
	const isPatient = operation.fields.some(({ sites }) =>
		sites.some(
			({ path }) =>
				path[0] === 'options' && (path[1] === 'requestTimeout' || path[1] === 'timeout'),
		),
	);
	const chosen: Record<AnswerCase['lied'], (number: number, chance: Chance) => boolean> = {
		'the first': (number) => number === 0,
		'the second': (number) => number === 1,
		some: (_, chance) => chance.happens(0.7),
		all: () => true,
	};
	let count = 0;
	act.deceive = (request) => {
		const chance = chanceOf(`${name}:${count}`);
		if (!chosen[lied](count++, chance)) return undefined;
		const carried = Object.values(request.headers);
		const scene = {
			foreignUrl: act.foreignUrl,
			secrets: act.secrets.filter((secret) => carried.includes(secret)),
		};
		const lie = anyLie(chance, scene, isPatient);
		account.lies.push(`${endpointOf(request)}: ${lie.name}`);
		return overheard(lie, account);
	};
	return account;
}

/** Words by which an answer can say that a job came to nothing. */
const BAD_END = /fail|err|cancel|reject|expire|refus|denied|abort|fault|moderat|block|timed/i;

function overheard(lie: Lie, account: Account): Deceit {
	return {
		when: lie.when,
		wire: (answer) => {
			const wire = lie.wire(answer);
			const [start, ...rest] = wire.bytes.map(String);
			if (/^HTTP\S+ 2/.test(start ?? '') && BAD_END.test(rest.join('').slice(0, 1_000_000)))
				account.refunded = true;
			return wire;
		},
	};
}

/** The endpoint that a request is for; a file when it is for none. */
function endpointOf({ method, url }: Pick<SeenRequest, 'method' | 'url'>): EndpointName | 'file' {
	const path = url.replace(/^\/api/, '').replace(/\?.*$/, '');
	const names = Object.keys(endpoints) as EndpointName[];
	return (
		names.find(
			(name) =>
				endpoints[name].method === method &&
				new RegExp(`^${endpoints[name].path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
		) ?? 'file'
	);
}
