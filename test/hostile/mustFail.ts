import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { schemaOf } from '../../contract/catalog/rules';
import type { Site } from './sites';
import { isObject } from './values';

/**
 * For which values the reading of a field must fail, before anything is sent, by the field's type. What is
 * not named here may be taken or refused. Nothing, in a place where a number, a choice or a yes or no goes, must fail,
 * unless the place itself is absent or its description says what null does; text and lists may be empty.
 */
export function mustFail(site: Site, value: unknown, byExpression: boolean): boolean {
	const { property, part, rule } = site;
	const required = property.required === true;
	// n8n puts the default in the place of what is typed as undefined.
	const isAbsent = value === undefined && !byExpression;
	const isNeeded = !isAbsent && !(value === null && /\bnull\b/.test(property.description ?? ''));
	if (rule) return wrongForRule(site, value);
	// Anything but true is no permission, and that is told.
	if (part === 'mode' || property.name === 'allowAsTool') return false;
	// n8n puts an empty one in its place before the node is asked.
	if (
		part !== 'whole' &&
		property.type === 'fixedCollection' &&
		property.typeOptions?.multipleValues !== true
	)
		return false;
	// The values of a form may be given as the text of a JSON object.
	if (part === 'entries' || part === 'entry')
		return (
			!isNothing(value) &&
			!isObject(value) &&
			(property.type !== 'resourceMapper' || isWrongJson(value, false))
		);
	switch (property.type) {
		case 'number':
			return isNothing(value)
				? isNeeded
				: isWrongNumber(value, property.typeOptions?.minValue, property.typeOptions?.maxValue);
		case 'string':
			return (
				(required && isBlank(value)) || (mayBeList(property) ? hasObject(value) : isObject(value))
			);
		case 'options':
			return isNothing(value)
				? isNeeded
				: !(property.options as INodePropertyOptions[]).some((option) => option.value === value);
		case 'multiOptions':
			return (
				(required && isBlank(value)) ||
				(Array.isArray(value) ? value.some((entry) => typeof entry !== 'string') : isObject(value))
			);
		case 'boolean':
			return (
				(isNothing(value) && isNeeded) ||
				isObject(value) ||
				(typeof value === 'number' && value !== 0 && value !== 1) ||
				(typeof value === 'string' && !/^\s*(true|false|yes|no|on|off|0|1)?\s*$/i.test(value))
			);
		case 'json':
			// Words are a message of the user.
			if (
				property.name === 'messagesJson' &&
				typeof value === 'string' &&
				/^\s*[^\s[{`]/.test(value)
			)
				return false;
			// A date that is none is null once it is saved.
			return isNothing(value) || (!byExpression && isInvalidDate(value))
				? byExpression
				: isWrongJson(value, String(property.default).startsWith('['));
		case 'resourceLocator':
			if (isAbsent) return false;
			return (required && isBlank(value)) || isUnlikeLocator(soleOf(value));
		// n8n puts an empty one in its place before the node is asked.
		case 'collection':
		case 'fixedCollection':
			return false;
		case 'resourceMapper':
			// Text that holds a JSON object is one; a date is none once it is saved.
			return (
				!isNothing(value) &&
				!(value instanceof Date) &&
				isWrongJson(value, false) &&
				!(Array.isArray(value) && value.length === 0)
			);
		default:
			return false;
	}
}

/** What is typed with commas may be handed over as a list. */
const mayBeList = ({ typeOptions, description = '' }: INodeProperties) =>
	typeOptions?.multipleValues === true || description.includes('separated by commas');
const isNothing = (value: unknown) =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
/** A list of one is read as what it holds. */
const soleOf = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;
/** What has a `value` is a row of a list, or the field itself. */
const isUnlikeLocator = (value: unknown) => isObject(value) && !('value' in value);
const isInvalidDate = (value: unknown) => value instanceof Date && Number.isNaN(value.getTime());
const isBlank = (value: unknown) =>
	isNothing(value) || (Array.isArray(value) && value.flat(3).every(isNothing));
const hasObject = (value: unknown): boolean =>
	Array.isArray(value) ? value.flat(3).some((entry) => isObject(entry)) : isObject(value);

function isWrongNumber(value: unknown, min = -Infinity, max = Infinity): boolean {
	if (isNothing(value) || typeof value === 'boolean' || value instanceof Date) return false;
	if (isObject(value)) return true;
	const number = Number(value);
	return !Number.isFinite(number) || number < min || number > max;
}

function isWrongJson(value: unknown, isList: boolean): boolean {
	if (typeof value !== 'string')
		return isList ? !isObject(value) : !isObject(value) || Array.isArray(value);
	try {
		const parsed: unknown = JSON.parse(value);
		return isList ? !isObject(parsed) : !isObject(parsed) || Array.isArray(parsed);
	} catch {
		return true;
	}
}

/** Numbers and booleans may be read out of text, a list out of one entry. */
function wrongForRule({ rule }: Site, value: unknown): boolean {
	if (!rule || isNothing(value) || value instanceof Date || typeof value === 'boolean')
		return false;
	if (schemaOf(rule).safeParse(value).success) return false;
	switch (rule.type) {
		case 'integer':
		case 'number':
			return isWrongNumber(value, rule.min, rule.max);
		case 'boolean':
			return isObject(value);
		case 'urls':
			return hasObject(value);
		default:
			return isObject(value);
	}
}
