import type { TriggerPanelDefinition } from 'n8n-workflow';

const copyUrl = (which: string) =>
	`Open Webhook URLs at the top of this panel (it is collapsed) and copy the ${which} URL.`;
const paste =
	'Paste it as Callback URL where the job is submitted: in a Media Generation node with Wait For set to Nothing (Just Submit), or as callback_url in your own request to the API.';
const secret =
	'The long ID in both URLs is a secret: give it only to the service that delivers the jobs.';

/** Of all HTML, n8n leaves only links and bulleted lists in a notice. */
export const deliverySteps = [
	'To start this workflow with finished jobs:',
	`<ul><li>Step 1: ${copyUrl('production')}</li><li>Step 2: Publish the workflow.</li><li>Step 3: ${paste}</li></ul>`,
	'To try it first: copy the test URL instead, press Execute step, and submit a job with it. Each press makes the test URL work for one job. ',
	secret,
].join('');

/** Beside the trigger's parameters, until n8n listens. */
export const listeningPanel: TriggerPanelDefinition = {
	header: 'Start this workflow when a job is done',
	activationHint:
		'Copy the test URL <b>before</b> you press the button: n8n hides it while it listens. Then submit a job with it as <b>Callback URL</b>.',
};

/** The same for the trigger that looks at the balance. */
export const balanceListeningPanel: TriggerPanelDefinition = {
	header: 'Start this workflow when the balance falls',
	activationHint:
		'Press the button to see the balance now. Publish the workflow to have n8n check it regularly.',
	executionsHelp:
		'Publish the workflow, and n8n checks the balance at the Poll Times, and starts the workflow once when it falls below the amount. These executions show up in the <a data-key="executions">executions list</a>, but not in this editor.',
};
