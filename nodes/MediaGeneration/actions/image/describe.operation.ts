import { chatModelField } from '../../chat/fields';
import { answerFields, readAnswerFields } from '../../editor/fields/answerFields';
import { optionsField } from '../../editor/fields/options';
import { chatImagesField, readReferenceImages } from '../../editor/fields/references';
import { textField } from '../../editor/input/field';
import { defineOperation } from '../../run/operation';
import { askingOptions, askWithImages, chatPaid } from '../chat/complete.operation';

const USUAL = 'Describe this image.';

const question = textField({
	displayName: 'Question',
	name: 'question',
	typeOptions: { rows: 3 },
	default: USUAL,
	placeholder: 'e.g. Is the product in full view, and is any text misspelled?',
	description: 'What the model is to say of the images',
});

const images = {
	...chatImagesField,
	default: ['data'],
	description:
		'What the model is to look at. For each, enter a URL or the name of a binary field of the item. Left as it is, it means the only image of the item.',
};

/** Image > Describe: "Chat completions" of the API document, with images in the question. */
export const describeImage = defineOperation({
	value: 'describe',
	name: 'Describe',
	action: 'Describe an image',
	description: 'Describe or judge images with a chat model that can see, in words or as fields',
	forAgents:
		'Looks at images with a language model that can see, and answers a question about them. Costs a little money with every call. Give the question, and the http(s) URLs of the images.',
	fields: [chatModelField, question.property, images, answerFields, optionsField(askingOptions)],
	read: async (input, run) => {
		const { expected, instruction } = readAnswerFields(input);
		const asked = input.parameter(question) ?? USUAL;
		input.lookAt(question.property.displayName, {
			text: asked,
			saved: input.saved(question.property.name),
			isTalk: true,
		});
		const content = instruction === undefined ? asked : `${asked}\n\n${instruction}`;
		return await askWithImages(run, input, {
			messages: [{ role: 'user', content }],
			images: readReferenceImages(input, images),
			asJson: expected.length > 0,
			expected,
		});
	},
	paid: chatPaid,
});
