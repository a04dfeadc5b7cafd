import { createHash } from 'node:crypto';
import { speaksOf } from './fill';
import * as billing from './tables/billing';
import * as chat from './tables/chat';
import { envelopes, jobEnvelopes } from './tables/envelopes';
import { eventShapes } from './tables/events';
import * as files from './tables/files';
import * as jobs from './tables/jobs';
import * as keys from './tables/keys';
import * as lists from './tables/lists';
import * as status from './tables/status';

/** Draws rows by a seed, and keeps what was drawn. */
export class Draw {
	/** The rows that were drawn, by topic, as a reader of a failing seed is told of them. */
	readonly chosen: Record<string, string> = {};

	constructor(private readonly seed: number) {}

	/**
	 * One row of a table: always the same for a seed and a topic, whatever else is drawn, so that a new table
	 * leaves the rest of a seed as it was.
	 */
	row<R>(topic: string, rows: readonly R[]): R {
		const hash = createHash('sha256').update(`${this.seed} ${topic}`).digest();
		const row = rows[hash.readUInt32BE() % rows.length] as R;
		this.chosen[topic] = typeof row === 'string' ? row : JSON.stringify(row);
		return row;
	}
}

/** The product areas whose answers the document does not show. */
export type OpenArea = 'studio' | 'video';

/** How the jobs of such an area are told. */
export type JobChoices = ReturnType<typeof jobChoices>;

/** How a list is told. */
export type ListChoices = ReturnType<typeof listChoices>;

/** All that a dialect says in its own way. */
export type Choices = ReturnType<typeof choose>;

/** Everything that a seed decides. */
export function choose(draw: Draw) {
	const [studio, video] = [jobChoices(draw, 'studio'), jobChoices(draw, 'video')];
	const findable = studio.path.usual && video.path.usual;
	const model = draw.row('model', lists.modelShapes);
	return {
		image: imageChoices(draw),
		studio,
		video,
		event: draw.row(
			'delivery',
			findable ? eventShapes : eventShapes.filter((body) => speaksOf(body, '$job')),
		),
		transactions: {
			...listChoices(draw, 'transactions', 'transactions', true),
			entry: draw.row('transaction', lists.transactionShapes),
		},
		keys: listChoices(draw, 'keys', 'api_keys', false),
		models: {
			...listChoices(draw, 'models', 'models', false, !speaksOf(model, '"name":"$id"')),
			entry: model,
			price: draw.row('model price', lists.priceForms),
		},
		key: keyChoices(draw),
		billing: billingChoices(draw),
		chat: {
			extras: draw.row('chat extras', chat.answerExtras),
			content: draw.row('chat content', chat.contentForms),
			usage: draw.row('chat usage', chat.usageForms),
			stream: draw.row('chat stream', chat.streamForms),
			delta: draw.row('chat delta', chat.deltaExtras),
			again: draw.row('chat repeats', chat.repeats),
		},
	};
}

function imageChoices(draw: Draw) {
	return {
		file: draw.row('image file', files.urlForms),
		failed: draw.row('image failure word', jobs.failureWords),
		error: draw.row('image error', jobs.errorParts),
		cost: draw.row('image cost', jobs.costParts),
		decoy: draw.row('image extras', jobs.imageDecoyParts),
		side: draw.row('image side file', files.sideFiles),
	};
}

/** What differs between the areas: the fields of a job's ID, where it is asked about, what it makes. */
const areas = {
	studio: { ids: jobs.studioIdParts, paths: status.studioPaths, results: files.imageResults },
	video: { ids: jobs.videoIdParts, paths: status.videoPaths, results: files.videoResults },
} as const;

function jobChoices(draw: Draw, area: OpenArea) {
	const of = (topic: string) => `${area} ${topic}`;
	const id = draw.row(of('ID field'), areas[area].ids);
	const path = draw.row(of('status path'), areas[area].paths);
	const state = draw.row(of('state field'), jobs.stateParts);
	const words = draw.row(of('words'), jobs.wordSets);
	// Without a word for how it stands, only the ID or the file tells that an answer is about the job.
	const [, , completed] = words;
	const saysHow = typeof completed === 'string' && speaksOf(state, '$word');
	const saysDone = saysHow && !/^(ok|success)$/i.test(completed);
	const repeated = draw.row(
		of('ID repeated'),
		path.usual && saysHow ? jobs.repeatedIds : jobs.repeatedIds.slice(0, 1),
	);
	const result = draw.row(of('result'), areas[area].results);
	return {
		id,
		path,
		result,
		idForm: draw.row(of('ID'), jobs.idForms),
		state,
		words,
		error: draw.row(of('error'), jobs.errorParts),
		model: draw.row(of('model'), jobs.modelParts),
		times: draw.row(of('times'), jobs.timeParts),
		cost: draw.row(of('cost'), jobs.costParts),
		decoy: draw.row(of('extras'), jobs.decoyParts),
		envelope: draw.row(
			of('envelope'),
			// One with a request's ID of its own does not go with jobs that are named by the request's ID.
			jobEnvelopes.filter(
				(envelope) => !speaksOf(id, '"request_id":"$id"') || !speaksOf(envelope, '$requestId'),
			),
		),
		address: draw.row(
			of('status address'),
			path.usual
				? [...status.addressParts, status.noAddress, status.noAddress]
				: status.addressParts,
		),
		addressForm: draw.row(of('status address form'), status.addressForms),
		accepted: draw.row(of('acceptance'), status.acceptedStatuses),
		file: draw.row(of('file'), files.fileForms),
		base64: draw.row(of('base64'), files.base64Forms),
		side: draw.row(of('side file'), files.sideFiles),
		repeated,
		partial: draw.row(of('success in part'), jobs.partialForms),
		step: draw.row(
			of('result step'),
			saysDone ? status.resultSteps : status.resultSteps.slice(0, 1),
		),
	};
}

/** @param named whether an entry's ID has the name of one, so that a client can ask for what comes after it */
function listChoices(draw: Draw, topic: string, noun: string, always: boolean, named = true) {
	const shape = draw.row(`${topic} list`, lists.listShapes(noun));
	const cut = always || draw.row(`${topic} in pages`, lists.cutting);
	const possible = lists.pagings.filter(
		({ header, counts }) => (!shape.bare || header) && (named || counts !== 'last ID'),
	);
	return {
		shape,
		paging: cut ? draw.row(`${topic} paging`, possible) : lists.unpaged,
		next: draw.row(`${topic} next address`, lists.nextForms),
		size: draw.row(`${topic} page size`, lists.pageSizes),
	};
}

function keyChoices(draw: Draw) {
	return {
		record: draw.row('key record', keys.recordShapes),
		secret: draw.row('key secret', keys.secretShapes),
		rotation: draw.row('key rotation', keys.rotationExtras),
		rotated: draw.row('key rotated', keys.secretShapes),
		change: draw.row('key change', keys.changeShapes),
		deletion: draw.row('key deletion', keys.deletionShapes),
		created: draw.row('key created', keys.createdStatuses),
		scopes: draw.row('scopes', keys.scopeShapes),
	};
}

function billingChoices(draw: Draw) {
	return {
		nanos: draw.row('balance nanos', billing.nanosForms),
		usd: draw.row('balance dollars', billing.usdForms),
		estimate: draw.row('estimate', billing.estimateShapes),
		estimateEnvelope: draw.row('estimate envelope', envelopes),
		limits: draw.row('limits', billing.limitShapes),
		error: draw.row('error extras', billing.errorExtras),
		noSession: draw.row('session ended', billing.sessionEnds),
	};
}
