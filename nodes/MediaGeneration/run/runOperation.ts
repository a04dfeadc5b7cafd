import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { inputOf } from '../editor/input/input';
import { asNodeFailure, nodeFailure } from '../failures/failure';
import { failedItem } from '../failures/failedItem';
import { Run } from '../lifecycle/run';
import { oneOf } from '../n8n/readers';
import { settled } from '../support/settled';
import { answerAgent } from './agent';
import type { Operation, Resource } from './operation';
import { runStages } from './stages';

/**
 * Runs the chosen operation for every input item, and gives their outputs in the order of the items.
 * @throws the first failed item's error, after all that run have ended, unless the node goes on on errors
 */
export async function runOperation(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[]> {
	const run = new Run(context);
	const outcome = await settled(runChosen(run, resources));
	if (outcome.status === 'fulfilled') return outcome.value;
	if (!run.goesOn) throw asNodeFailure(run, outcome.reason);
	// n8n would pass the input on as if it were done.
	return run.rows.map((own) => failedItem(own, asNodeFailure(own, outcome.reason)));
}

async function runChosen(run: Run, resources: Resource[]): Promise<INodeExecutionData[]> {
	const operation = chosen(run, resources);
	const work = async () => await runWhole(run, operation);
	return run.isTool ? await answerAgent(run, operation, work) : await work();
}

/** Whatever comes of it, the journal and the ledger are brought to their ends. */
async function runWhole(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	const outcome = await settled(runStages(run, operation));
	run.journal.close(outcome.status === 'fulfilled');
	await run.closeLedger();
	if (outcome.status === 'rejected') throw outcome.reason;
	return outcome.value;
}

function chosen(run: Run, resources: Resource[]): Operation {
	const input = inputOf(run);
	const advice = 'Choose a resource and an operation in the node.';
	const resource = input.read(
		'Resource',
		oneOf(resources.map(({ value }) => value)),
		input.given('resource'),
		'options',
	);
	const operations = resources.find(({ value }) => value === resource)?.operations ?? [];
	const operation =
		resource &&
		input.read(
			'Operation',
			oneOf(operations.map(({ value }) => value)),
			input.given('operation'),
			'options',
		);
	input.check(advice);
	const found = operations.find(({ value }) => value === operation);
	if (!found)
		throw nodeFailure(
			{ node: run.node },
			'Resource and Operation are required (given: nothing)',
			advice,
		);
	return found;
}
