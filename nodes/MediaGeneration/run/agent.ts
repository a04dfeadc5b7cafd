import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { detailsOf } from '../failures/details';
import { inputOf } from '../editor/input/input';
import { asNodeFailure, nodeFailure, type NodeFailure } from '../failures/failure';
import type { Operation } from './operation';
import type { Run } from '../lifecycle/run';
import { otherJobRefs } from '../lifecycle/jobReport';
import { textOf } from '../support/data';
import { settled } from '../support/settled';

/** Answers an agent: compact items, and a failure as an answer that says what to change. Never throws. */
export async function answerAgent(
	run: Run,
	operation: Operation,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const answer = async () => {
		if (!operation.guarded || inputOf(run).given('allowAsTool', false) === true)
			return await work();
		throw nodeFailure(
			{ node: run.node },
			`"${operation.action}" is turned off for agents`,
			'Nothing was sent. Whoever built the workflow can turn on Allow the Agent to Do This in the tool.',
		);
	};
	const outcome = await settled(answer());
	if (outcome.status === 'fulfilled') {
		return outcome.value.map((item) => {
			const note = [textOf(item.json.note), ...run.warnings].filter(Boolean).join(' ') || undefined;
			return { ...item, json: compact({ ...item.json, note }) };
		});
	}
	const failure = asNodeFailure(run, outcome.reason);
	return [{ json: failureForAgent(failure), pairedItem: { item: 0 } }];
}

function compact(json: IDataObject): IDataObject {
	const isNeedless = (name: string) =>
		(/_nanos(?=_|$)/.test(name) && json[name.replace(/_nanos(?=_|$)/, '_usd')] !== undefined) ||
		name === 'webhook_url' ||
		name === 'prompt' ||
		name === 'file_name' ||
		(name === 'status_url' && json.job_id !== undefined);
	return Object.fromEntries(
		Object.entries(json).filter(([name, value]) => value !== undefined && !isNeedless(name)),
	);
}

function failureForAgent(failure: NodeFailure): IDataObject {
	const { allowed, job_id, other_job_ids, status_url, url, may_be_paid, may_be_made } =
		detailsOf(failure);
	const others = otherJobRefs(other_job_ids).map(({ job_id: id }) => id);
	return compact({
		error: failure.message,
		what_to_do: failure.description ?? undefined,
		allowed,
		job_id,
		other_job_ids: others.length > 0 ? others : undefined,
		status_url,
		url,
		may_be_paid,
		may_be_made,
	});
}
