import type { INodeProperties } from 'n8n-workflow';
import { modelsOf, type ModelKind, type ToolName } from '../../../contract/catalog';
import { valuesOf } from '../../../contract/catalog/shape';
import type { Operation } from '../run/operation';
import { answerPathsOptions } from '../editor/fields/answerPaths';
import { batchOptions } from '../editor/fields/batchOptions';
import { ledgerOptions } from '../editor/fields/ledgerOptions';
import { modelField } from '../editor/fields/model';
import { optionsField } from '../editor/fields/options';
import { outputOptions } from '../editor/fields/outputOptions';
import { inlineOptions } from '../editor/fields/references';
import { parametersFields, specifyParametersField } from '../editor/fields/parameters';
import { readVariants, submitOptions } from '../editor/fields/submitOptions';
import { shapeField } from '../editor/fields/shape';
import { waitForFields } from '../editor/fields/waitFor';
import { waitOptions } from '../editor/fields/waitOptions';
import { checkForPause, makeMedia, openMedia, priceMedia, submitForPause } from './makeMedia';
import { readMedia, type MediaRequest, type OwnValuesReader } from './mediaRequest';

/** Tells an agent what to do about failures of a paid request. */
export const AGENT_ADVICE =
	'If the answer has an error, change what it names and call again; if it says may_be_paid, do not call again but tell the user.';

/** Whether some of the listed models take a size, or an aspect ratio. */
const shaped = (kind: ModelKind, tool?: ToolName) =>
	modelsOf(kind)
		.filter(({ does }) => tool === undefined || does === tool)
		.some((model) => valuesOf('square', model, {}) !== undefined);

/** The fields that all operations that make media share. */
export const mediaFields = (kind: ModelKind, tool?: ToolName): INodeProperties[] => [
	modelField(kind, tool),
	...parametersFields,
	...(shaped(kind, tool) ? [shapeField] : []),
	...waitForFields,
	specifyParametersField,
	optionsField([
		...outputOptions,
		...inlineOptions,
		...answerPathsOptions,
		...submitOptions,
		...waitOptions,
		...batchOptions,
		...ledgerOptions,
	]),
];

/** The behavior of an operation that makes media. */
export const mediaOperation = (
	kind: ModelKind,
	readOwn: OwnValuesReader,
	tool?: ToolName,
): Pick<Operation<MediaRequest>, 'kind' | 'read' | 'paid'> => ({
	kind,
	read: async (input, run) => await readMedia(run, input, kind, readOwn, tool),
	paid: {
		open: openMedia,
		model: ({ model }) => model,
		variants: readVariants,
		price: priceMedia,
		payOnceKey: ({ variant }, { ledger }) =>
			ledger?.key && `${variant?.variant ?? 1} ${ledger.key}`,
		checkForPause,
		perform: makeMedia,
		submit: submitForPause,
	},
});
