import type { NodeHint } from 'n8n-workflow';
import { optionLabels } from '../failures/labels';

/** What the chosen model costs at least, in US dollars, as the line of the list says it; n8n's own way to a locator gives its ID alone. */
const PRICE =
	'Number(/\\$([\\d.]+)/.exec($parameter.toJSON().model?.cachedResultName || "")?.[1] ?? 0)';
/** What the items at hand cost at least. */
const LEAST = `(${PRICE} * $input.all().length * ($parameter.options?.variants ?? 1))`;
/** From each of these amounts on, in US dollars, n8n says so before the node runs: its hints are fixed texts. */
const STEPS = [1, 10, 100];

/** Says before a run without a limit what it costs at least, once n8n knows the items. */
export const priceHints: NodeHint[] = STEPS.map((step, index) => ({
	message: `This will cost $${step} or more. Options > ${optionLabels.dryRun} shows the sum; ${optionLabels.maxCost} sets a limit.`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ["image", "video"].includes($parameter.resource) && !$parameter.options?.dryRun && $parameter.options?.maxCost === undefined && ${LEAST} >= ${step} && ${LEAST} < ${STEPS[index + 1] ?? 1e9} }}`,
}));
