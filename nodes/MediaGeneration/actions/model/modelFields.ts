import type { IDataObject } from 'n8n-workflow';
import { priceRange } from '../../../../contract/catalog/price';
import { describeRule, rulesOf } from '../../../../contract/catalog/rules';
import { nanosToNumber } from '../../../../contract/money';
import type { KnownModel } from '../../editor/models/join';
import { dataOf, defined } from '../../support/data';

/** What an item tells of a model: the catalog's row, over what the service says. */
export function modelFields({
	id,
	kind,
	status,
	type,
	note,
	priceText,
	etaSeconds,
	entry,
	listed,
}: KnownModel): IDataObject {
	const fields: IDataObject = {
		id,
		does: entry?.does,
		kind,
		status,
		type,
		price: priceText,
		eta_seconds: etaSeconds,
		note,
	};
	if (entry) {
		const { low, high } = priceRange(entry, entry.price.per === 'second' ? { seconds: 1 } : {});
		Object.assign(fields, {
			price_per: entry.price.per,
			price_usd_low: nanosToNumber(low),
			price_usd_high: nanosToNumber(high),
			price_nanos_low: low.toString(),
			price_nanos_high: high.toString(),
			required: rulesOf(entry)
				.filter(({ required }) => required)
				.map(({ name }) => name),
			optional: rulesOf(entry)
				.filter(({ required }) => !required)
				.map(({ name }) => name),
			parameters: Object.fromEntries(rulesOf(entry).map((rule) => [rule.name, describeRule(rule)])),
		});
	}
	return { ...dataOf(listed), ...defined(fields) };
}

/** The parameters of a model, one by one, with what holds for each; none of a model that the catalog does not list. */
export const parameterFields = ({ entry }: KnownModel): IDataObject[] | undefined =>
	entry &&
	rulesOf(entry).map((rule) => {
		const { name, label, type, required, values, min, max, minItems, maxItems, maxLength } = rule;
		return defined({
			name,
			label,
			type,
			required,
			rule: describeRule(rule),
			values: values && [...values],
			min: min ?? minItems,
			max: max ?? maxItems ?? maxLength,
			default: rule.default,
			ignored: entry.ignores?.includes(name),
		});
	});
