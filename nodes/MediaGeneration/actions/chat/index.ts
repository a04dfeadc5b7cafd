import { defineResource } from '../../run/operation';
import { completeChat } from './complete.operation';

export const chat = defineResource({ value: 'chat', name: 'Chat', operations: [completeChat] });
