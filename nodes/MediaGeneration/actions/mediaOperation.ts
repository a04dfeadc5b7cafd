import {
	modelsOf,
	tools,
	type ModelKind,
	type Tool,
	type ToolName,
} from '../../../contract/catalog';
import { valuesOf } from '../../../contract/catalog/shape';
import { defineOperation, type Operation } from '../run/operation';
import { answerPaths, outputOptions } from '../editor/fields/outputOptions';
import { wholeRunOptions, ledgerOptions } from '../editor/fields/runOptions';
import { modelField } from '../editor/fields/model';
import { optionsCollection } from '../editor/input/field';
import { promptFields } from '../editor/fields/prompt';
import { inlineFiles, sourceFields } from '../editor/fields/references';
import { parametersFields, shape, specifyParameters } from '../editor/fields/parameters';
import { submitOptions } from '../editor/fields/submitOptions';
import { waitForFields, waitOptions } from '../editor/fields/waitFor';
import { paidMediaBehavior } from './makeMedia';
import { readMedia, type MediaFields } from './readMedia';

/** What people read of an operation, and agents of what it `does` and what to `give`. */
type Texts = Pick<Operation, 'value' | 'name' | 'action' | 'description'> &
	Record<'does' | 'give', string>;

/** Whether some of the models take a size, or an aspect ratio. */
const isShaped = (kind: ModelKind, tool?: ToolName) =>
	modelsOf(kind)
		.filter(({ does }) => tool === undefined || does === tool)
		.some((model) => valuesOf('square', model, {}) !== undefined);

/** An operation that makes media. */
export function mediaOperation({
	kind,
	tool,
	source,
	prompt,
	does,
	give,
	...texts
}: MediaFields & Texts): Operation {
	return defineOperation({
		...texts,
		kind,
		forAgents: `${does}, and answers with its url, job_id and cost in US dollars. Costs money with every call. Give ${give}. If the answer has an error, change what it names and call again; if it says may_be_paid, do not call again but tell the user.`,
		fields: [
			...(prompt === undefined ? promptFields(kind) : []),
			...sourceFields(source),
			modelField(kind, tool),
			...parametersFields,
			...(isShaped(kind, tool) ? [shape] : []),
			...waitForFields,
			specifyParameters,
			optionsCollection([
				...outputOptions,
				inlineFiles,
				answerPaths,
				...submitOptions,
				...waitOptions,
				...wholeRunOptions,
				...ledgerOptions,
			]),
		],
		read: async (input, run) => await readMedia(run, input, { kind, tool, source, prompt }),
		paid: paidMediaBehavior,
	});
}

/** An operation that is one of the contract's tools, and offers the models that do it. */
export function toolOperation(tool: ToolName, texts: Omit<Texts, 'value' | 'give'>): Operation {
	const { kind, source, prompt }: Tool = tools[tool];
	const files = {
		image_url: 'URL of the image',
		image_urls: 'URLs of the images',
		video_url: 'URL of the video',
	};
	const give = `${prompt === undefined ? 'the prompt and ' : ''}the http(s) ${files[source]}`;
	return mediaOperation({ ...texts, value: tool, kind, tool, source, prompt, give });
}
