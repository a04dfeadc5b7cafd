import {
	aroundCosts,
	availableNames,
	availableParts,
	besidesAvailable,
	besidesDollars,
	besidesMeasures,
	besidesMoney,
	chargedWords,
	costNames,
	currencyForms,
	currencyNames,
	leastWords,
	measureNames,
	measures,
	moneyWords,
	notChargedWords,
	notCurrencies,
	notOfRequest,
	otherCurrencies,
	partWords,
	rangeWords,
	sharedUnits,
	tariffWords,
	totalWords,
	unitNames,
	units,
	unitWeights,
	usdWords,
	wholes,
	wholeWords,
} from '../../nodes/MediaGeneration/wire/words/amounts';
import { textPaths, deltaPaths, tokenNames } from '../../nodes/MediaGeneration/wire/words/chats';
import {
	afterwardsWords,
	checkWords,
	codeNames,
	errorTimeWords,
	errorWords,
	messageNames,
	noErrorWords,
	nothingWords,
	objectionWords,
	paramNames,
	reasonWords,
	refusalWords,
	typeNames,
} from '../../nodes/MediaGeneration/wire/words/errors';
import { addressWords, asking, formatNames, notFiles, resultNames, valueWeights, variantNames } from '../../nodes/MediaGeneration/wire/words/files';
import { bareId, idNames, otherHolders, otherJobsId, unknownId } from '../../nodes/MediaGeneration/wire/words/ids';
import { jobNames } from '../../nodes/MediaGeneration/wire/words/jobs';
import { keyFields, pastWords, renewedWords } from '../../nodes/MediaGeneration/wire/words/keys';
import { counters, listWords, moreNames, pointers } from '../../nodes/MediaGeneration/wire/words/lists';
import { deprecatedWords, etaNames, kindNames, kindWords, modelIds, priceNames } from '../../nodes/MediaGeneration/wire/words/models';
import type { Row } from '../../nodes/MediaGeneration/wire/words/rows';
import {
	acceptedWords,
	againWords,
	doneNames,
	envelopeWords,
	failedNames,
	failureHints,
	failureStems,
	negations,
	phrases,
	politeWords,
	runningWords,
	stateNames,
	stepWords,
	succeededNames,
	successWords,
} from '../../nodes/MediaGeneration/wire/words/states';
import { surroundings } from '../../nodes/MediaGeneration/wire/words/surroundings';
import { mediaRows, otherExtensions, signatures } from '../../nodes/MediaGeneration/wire/words/media';
import { wrapperWords } from '../../nodes/MediaGeneration/wire/words/wrappers';

type Line = [what: string, words: string];

const quoted = (words: Iterable<string>) => [...words].map((word) => `\`${word.replaceAll('|', '/')}\``).join(' ');

/** The rows of a table, those that weigh nothing last. */
function rowLines(what: string, rows: readonly Row[]): Line[] {
	const counting = rows.filter(({ weight }) => weight !== 0).map(({ words, weight }): string => `${quoted([words])} ${weight}`);
	const not = rows.filter(({ weight }) => weight === 0).map(({ words }) => words);
	return [[what, `${counting.join(', ')}${not.length > 0 ? `; not ${quoted(not)}` : ''}`]];
}

/** What the reader of answers knows, as the table in `contract/README.md`. */
export function wordsTable(): string {
	const lines: Line[] = [
		...rowLines('Name of a state', stateNames),
		...Object.entries(failureStems).map(([why, stems]): Line => [`Ended badly: ${why}`, quoted(stems.split(' '))]),
		['Ended badly, unless a word says that it runs', quoted(failureHints)],
		['Ended well', quoted(successWords)],
		['Ended well only with a result or an end beside it', quoted(envelopeWords)],
		['Still runs (as does any other word in -ing)', quoted(runningWords)],
		['A word soon after means its opposite', quoted(negations)],
		['The next word of success is that of a step', quoted(stepWords)],
		['Was taken in, beside a word of success that may be the request’s', `${quoted(acceptedWords)}, beside ${quoted(politeWords)}`],
		['Goes on after a failure', quoted(againWords)],
		['Words together', phrases.map(({ words, means }) => `${quoted([words])} ${means}`).join(', ')],
		['Ends it by being true: well', quoted(doneNames)],
		['Ends it by being true: badly', quoted(failedNames)],
		['Ends it badly by being false', quoted(succeededNames)],
		...rowLines('Name of a job’s ID', idNames),
		[`The ID of another job, which weighs ${otherJobsId}, below`, quoted(otherHolders)],
		['An ID without a word that is known', `bare ${bareId}, other ${unknownId}`],
		...Object.entries(jobNames).flatMap(([name, rows]) => rowLines(`Name of ${name}`, rows)),
		[
			'Kinds of files by name',
			Object.entries(mediaRows)
				.map(([kind, { words }]) => `${kind}: ${quoted(words)}`)
				.join('; '),
		],
		[
			'Kinds of files by extension',
			[...Object.entries(mediaRows).map(([kind, row]) => [kind, row.extensions] as const), ['other', otherExtensions] as const]
				.map(([kind, words]) => `${kind}: ${quoted(words)}`)
				.join('; '),
		],
		['Kinds of files by signature', quoted(new Set(signatures.map(({ type }) => type)))],
		['Names of addresses', quoted(addressWords)],
		...rowLines('Names of results', resultNames),
		...rowLines('Forms of a result', variantNames),
		...rowLines('Its format, where that is in its name', formatNames),
		['Holds a result or, with a prompt, what was asked for', quoted(asking)],
		[
			'What else a file weighs',
			Object.entries(valueWeights)
				.map(([name, weight]) => `${name} ${weight}`)
				.join(', '),
		],
		...Object.entries(notFiles).map(([why, words]): Line => [`No result: ${why}`, quoted(words)]),
		...surroundings.map(({ mark, words }): Line => [`Everything below is ${mark === 'echo' ? 'an echo' : mark === 'step' ? 'a step' : mark}`, quoted(words)]),
		[
			'Name of an error',
			`${quoted(errorWords)}, or ${quoted(refusalWords)}, where it tells of a failure ${quoted(checkWords)}, with ${quoted(reasonWords)}; not ${quoted(noErrorWords)}`,
		],
		['An error only where there is no file', quoted(afterwardsWords)],
		['Time of an error, which counts where nothing tells how the job stands', quoted(errorTimeWords)],
		['No error', `${quoted(nothingWords)}, zero in any writing`],
		['Tells what is wrong, in a text of success', quoted(objectionWords)],
		...rowLines('Message of an error', messageNames),
		...rowLines('Its code', codeNames),
		...rowLines('Its type', typeNames),
		...rowLines('Its parameter', paramNames),
		...rowLines('Name of a cost', costNames),
		['Says nothing of the costs in it', quoted(aroundCosts)],
		['A cost is one of money', quoted(moneyWords)],
		['Words that a cost without a unit may have besides', quoted(besidesMoney)],
		['Amounts below are added up, as in a list of several', quoted(partWords)],
		['Name of a charge', `${quoted(chargedWords)}; not ${quoted(notChargedWords)}`],
		['No charge of the request below', quoted(notOfRequest)],
		['How much more a charge weighs by what tells its unit', `its name or itself ${unitWeights.name}, a currency beside it ${unitWeights.beside}`],
		...rowLines('Name of what can be spent', availableNames),
		['A part of it', quoted(availableParts)],
		['Words that it may have besides, where it is without a unit', quoted(besidesAvailable)],
		[
			'Units, in nanos',
			units
				.filter(({ nanos }) => nanos > 0n)
				.map(({ words, nanos, per = 1n }) => `${quoted(words)} ${nanos}${per > 1n ? `/${per}` : ''}`)
				.join(', '),
		],
		['Units of no other currency, and the number of US dollars', quoted(usdWords)],
		['Units that other currencies have too: every word beside them has to be known', quoted(sharedUnits)],
		['Words that US dollars may be told with besides', quoted(besidesDollars)],
		['Another currency, in a name or in a text that is nothing else', `the codes of ISO 4217 but ${quoted(notCurrencies)}, ${quoted(otherCurrencies)}`],
		['Names of what tells a unit', quoted(unitNames)],
		['Names of a currency', `${quoted(currencyNames)}, alone or with ${quoted(currencyForms)}`],
		['Names of what may tell a measure', quoted(measureNames)],
		['A price of one of these may be that of a part', `${quoted(measures)}; with ${quoted(besidesMeasures)}`],
		['A price of one of these is that of the request', quoted(wholes)],
		['In a name: the price of a part', quoted(tariffWords)],
		['A total, whatever is counted', quoted(totalWords)],
		['A total beside the price of a part', quoted(wholeWords)],
		['In a name that is true: the least', quoted(leastWords)],
		['Names of lists of which the highest counts', quoted(rangeWords)],
		['Names of lists', quoted(listWords)],
		...rowLines('There is more', moreNames),
		[
			'Pointers to the next page',
			pointers
				.map(({ words, query }) => `${quoted([words])} → ${query === 'own' ? 'its name without “next”' : query === 'whole' ? 'its name' : `\`${query}\``}`)
				.join(', '),
		],
		...Object.entries(counters).flatMap(([name, rows]) => rowLines(`Count: ${name}`, rows)),
		['ID of a model', quoted(modelIds)],
		...rowLines('Name of a model’s kind', kindNames),
		['Its kind', kindWords.map(({ words, kind }) => `${quoted([words.source])} ${kind}`).join(', ')],
		['No longer served', quoted(deprecatedWords)],
		...rowLines('Time a model takes', etaNames),
		['Price of a model', quoted(priceNames)],
		...Object.entries(keyFields).map(([name, words]): Line => [`${name} of a key`, quoted(words)]),
		['Before these names, and in those of objects: the new one of two keys', quoted(renewedWords)],
		['In the name of an object: the old one of two keys', quoted(pastWords)],
		['Wrapping objects', quoted(wrapperWords)],
		['Text of a chat’s answer', quoted(textPaths)],
		['Text of a chunk', quoted(deltaPaths)],
		['Tokens', `read: ${quoted(tokenNames.read)}; written: ${quoted(tokenNames.written)}, and beside these ${quoted(tokenNames.thought)}`],
	];
	return ['| What | Words, the weight after them |', '|---|---|', ...lines.map(([what, words]) => `| ${what} | ${words} |`)].join('\n');
}
