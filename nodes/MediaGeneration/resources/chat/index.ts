import { defineResource } from '../../engine/operation';
import { completeChat } from './complete.operation';

export const chat = defineResource({ value: 'chat', name: 'Chat', operations: [completeChat] });
