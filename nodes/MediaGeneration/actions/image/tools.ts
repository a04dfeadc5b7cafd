import { toolOperation } from '../toolOperation';

/** The studio models of the API document that do one thing, by what they do. */
export const imageTools = [
	toolOperation('groupEdit', {
		name: 'Edit Group',
		action: 'Edit a group of images',
		description: 'Change up to five images together with a prompt',
		does: 'Changes up to five images together as a text says',
	}),
];
