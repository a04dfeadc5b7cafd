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

	/** Draws the rows of what has topics of its own. */
	about(subject: string) {
		return <R>(topic: string, rows: readonly R[]): R => this.row(`${subject} ${topic}`, rows);
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
		chat: chatChoices(draw),
	};
}

function chatChoices(draw: Draw) {
	const of = draw.about('chat');
	return {
		extras: of('extras', chat.answerExtras),
		content: of('content', chat.contentForms),
		usage: of('usage', chat.usageForms),
		stream: of('stream', chat.streamForms),
		delta: of('delta', chat.deltaExtras),
		again: of('repeats', chat.repeats),
	};
}

function imageChoices(draw: Draw) {
	const of = draw.about('image');
	return {
		file: of('file', files.urlForms),
		failed: of('failure word', jobs.failureWords),
		error: of('error', jobs.errorParts),
		cost: of('cost', jobs.costParts),
		decoy: of('extras', jobs.imageDecoyParts),
		side: of('side file', files.sideFiles),
	};
}

/** What differs between the areas: the fields of a job's ID, where it is asked about, what it makes. */
const areas = {
	studio: { ids: jobs.studioIdParts, paths: status.studioPaths, results: files.imageResults },
	video: { ids: jobs.videoIdParts, paths: status.videoPaths, results: files.videoResults },
} as const;

function jobChoices(draw: Draw, area: OpenArea) {
	const of = draw.about(area);
	const id = of('ID field', areas[area].ids);
	const path = of('status path', areas[area].paths);
	const state = of('state field', jobs.stateParts);
	const words = of('words', jobs.wordSets);
	// Without a word for how it stands, only the ID or the file tells that an answer is about the job.
	const [, , completed] = words;
	const saysHow = typeof completed === 'string' && speaksOf(state, '$word');
	const saysDone = saysHow && !/^(ok|success)$/i.test(completed);
	const repeated = of(
		'ID repeated',
		path.usual && saysHow ? jobs.repeatedIds : jobs.repeatedIds.slice(0, 1),
	);
	const result = of('result', areas[area].results);
	return {
		id,
		path,
		result,
		idForm: of('ID', jobs.idForms),
		state,
		words,
		error: of('error', jobs.errorParts),
		model: of('model', jobs.modelParts),
		times: of('times', jobs.timeParts),
		cost: of('cost', jobs.costParts),
		decoy: of('extras', jobs.decoyParts),
		envelope: of(
			'envelope',
			// One with a request's ID of its own does not go with jobs that are named by the request's ID.
			jobEnvelopes.filter(
				(envelope) => !speaksOf(id, '"request_id":"$id"') || !speaksOf(envelope, '$requestId'),
			),
		),
		address: of(
			'status address',
			path.usual
				? [...status.addressParts, status.noAddress, status.noAddress]
				: status.addressParts,
		),
		addressForm: of('status address form', status.addressForms),
		accepted: of('acceptance', status.acceptedStatuses),
		file: of('file', files.fileForms),
		base64: of('base64', files.base64Forms),
		side: of('side file', files.sideFiles),
		repeated,
		partial: of('success in part', jobs.partialForms),
		step: of('result step', saysDone ? status.resultSteps : status.resultSteps.slice(0, 1)),
	};
}

/** @param named whether an entry's ID has the name of one, so that a client can ask for what comes after it */
function listChoices(draw: Draw, topic: string, noun: string, always: boolean, named = true) {
	const of = draw.about(topic);
	const shape = of('list', lists.listShapes(noun));
	const cut = always || of('in pages', lists.cutting);
	const possible = lists.pagings.filter(
		({ header, counts }) => (!shape.bare || header) && (named || counts !== 'last ID'),
	);
	return {
		shape,
		paging: cut ? of('paging', possible) : lists.unpaged,
		next: of('next address', lists.nextForms),
		size: of('page size', lists.pageSizes),
	};
}

function keyChoices(draw: Draw) {
	const of = draw.about('key');
	return {
		record: of('record', keys.recordShapes),
		secret: of('secret', keys.secretShapes),
		rotation: of('rotation', keys.rotationExtras),
		rotated: of('rotated', keys.secretShapes),
		change: of('change', keys.changeShapes),
		deletion: of('deletion', keys.deletionShapes),
		created: of('created', keys.createdStatuses),
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
