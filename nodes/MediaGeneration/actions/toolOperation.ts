import { tools, type Tool, type ToolName } from '../../../contract/catalog';
import { promptFields, readPrompt } from '../editor/fields/prompt';
import {
	readReferenceImages,
	readSource,
	referenceImagesField,
	sourceFields,
} from '../editor/fields/references';
import { defineOperation, type Operation } from '../run/operation';
import { AGENT_ADVICE, mediaFields, mediaOperation } from './mediaOperation';

/** What people read of a tool, and what agents read of what it `does`. */
interface ToolTexts extends Pick<Operation, 'name' | 'action' | 'description'> {
	does: string;
}

/**
 * An operation that is one of the contract's tools: it asks for its file, for a prompt if that has an effect, and offers the
 * models that do it.
 */
export function toolOperation(tool: ToolName, { does, ...texts }: ToolTexts): Operation {
	const { kind, source, prompt }: Tool = tools[tool];
	const needsPrompt = prompt === undefined;
	const isList = source === 'image_urls';
	const file = source === 'video_url' ? 'Video' : 'Image';
	return defineOperation({
		...texts,
		value: tool,
		forAgents: `${does}, and answers with its url, job_id and cost in US dollars. Costs money with every call. Give ${needsPrompt ? 'the prompt and ' : ''}the http(s) URL of the ${file.toLowerCase()}${isList ? 's' : ''}. ${AGENT_ADVICE}`,
		fields: [
			...(needsPrompt ? promptFields(kind) : []),
			...(isList ? [referenceImagesField] : sourceFields(file, source)),
			...mediaFields(kind, tool),
		],
		...mediaOperation(
			kind,
			(input) => ({
				...(needsPrompt && { prompt: readPrompt(input) }),
				[source]: isList
					? readReferenceImages(input, referenceImagesField)
					: readSource(input, source),
			}),
			tool,
		),
	});
}
