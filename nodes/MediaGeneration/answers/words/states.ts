import { wordList, type WordRow } from './rows';

/**
 * Beginnings of words that tell that a job has ended badly, by the reason. A word that ends in -ing tells
 * that it has not ended, whatever it begins with.
 */
export const failureStems = {
	'it broke': 'fail err fault fatal crash panic exception broke broken corrupt bad malform abend',
	'somebody or something ended it':
		'cancel abort terminat kill dead died stopp halt interrupt discard drop abandon evict preempt revok withdraw withdrawn delet void skip refund',
	'it took too long': 'timeout expir stale overdue elapsed',
	'it was not allowed':
		'reject refus denied deny declin forbid forbidden disallow prohibit banned unauthor unallow unpermit',
	'its content was not allowed':
		'moderated block nsfw unsafe violat flag filter infring censor quarantin takedown',
	'something was missing':
		'invalid insufficient incomplete lost missing unavailable unsupported unable cannot exhaust exceed unprocess undeliver unpaid oom',
	'it says that it did not succeed': 'unsuccess unfulfil nosuccess',
	'in other languages':
		'失败 生成失败 任务失败 已失败 审核失败 审核不通过 审核未通过 错误 取消 已取消 超时 拒绝 违规 fehl fehler échec échoué erreur falló fallido erro',
} as const;

/** Words that tell of a bad end unless the text says too that the job still runs: moderation may be a step. */
export const failureHints = wordList(
	'moderation safety sensitive policy prohibited recitation blocklist spii',
);

/** Whole words that tell that a job has ended well. */
export const successWords = wordList(
	'complete completed completion succeed succeeded success successful successfully done ready finish finished finalized ok okay generated available rendered processed delivered uploaded saved stored exported published fulfilled resolved ended concluded accomplished achieved passed downloadable transcoded encoded produced made built closed terminé fertig abgeschlossen completado completato complété concluído finalised 成功 完成 已完成 处理完成 生成完成 任务完成 生成成功 操作成功 已生成 完了',
);

/** Words of success that also tell of nothing but an accepted request: they need a result or an end beside them. */
export const envelopeWords = wordList('ok okay success');

/** Words of a bad end that also tell of nothing but a request that came to nothing: without the job's ID they say nothing of it. */
export const callWords = wordList('error fail failure');

/** Words that tell that a job runs, or has still to begin. */
export const runningWords = wordList(
	'pending queue queued waiting await awaiting wait process progress running run active start started submit submitted accept accepted receive received create created new schedule scheduled planned enqueued inprogress inqueue requested allocated dispatched registered initiated initialized init preparing dreaming busy working throttled paused suspended hold held retry retrying resumed delayed deferred booting warming prefetched staged open 处理中 排队 排队中 生成中 运行中 进行中 等待',
);

/** Words that turn a word of success soon after them into its opposite, and a word of failure right after them. */
export const negations = wordList(
	'not no non nothing never without almost nearly yet be being must isn wasn',
);

/** Words that make of the next word of success that of a step on the way. */
export const stepWords = wordList(
	'intermediate preview pre preprocessing prompt payment moderation validation upload',
);

/** Words that tell, beside a word of success that may be the request's, that it was taken in: "successfully queued". */
export const acceptedWords = wordList(
	'queue queued enqueued submit submitted accept accepted receive received schedule scheduled registered initiated initialized',
);
/** Words of success that may be the request's in such a text. */
export const politeWords = wordList('ok okay success successful successfully');

/** Words that tell that a job goes on after a failure. */
export const againWords = wordList('retrying reattempting');

/** What two or three words mean together, whatever each means alone. */
export const phrases: ReadonlyArray<{
	words: string;
	means: 'failed' | 'processing' | 'completed';
}> = [
	{ words: 'ready to download', means: 'completed' },
	{ words: 'ready for download', means: 'completed' },
	{ words: 'could not', means: 'failed' },
	{ words: 'never finished', means: 'failed' },
	{ words: 'never completed', means: 'failed' },
	{ words: 'never started', means: 'failed' },
	{ words: 'nok', means: 'failed' },
	{ words: 'no longer available', means: 'failed' },
	{ words: 'no longer supported', means: 'failed' },
	{ words: 'not found', means: 'failed' },
	{ words: 'timed out', means: 'failed' },
	{ words: 'time out', means: 'failed' },
	{ words: 'not successful', means: 'failed' },
	{ words: 'not allowed', means: 'failed' },
	{ words: 'no credit', means: 'failed' },
	{ words: 'ready to', means: 'processing' },
	{ words: 'ready for', means: 'processing' },
	{ words: 'in progress', means: 'processing' },
	{ words: 'in queue', means: 'processing' },
	{ words: 'in process', means: 'processing' },
	{ words: 'waiting for', means: 'processing' },
	{ words: 'retry after error', means: 'processing' },
	{ words: 'retry after failure', means: 'processing' },
	{ words: 'will be retried', means: 'processing' },
	{ words: 'cancellation requested', means: 'processing' },
	{ words: 'asset uploaded', means: 'processing' },
	{ words: 'input uploaded', means: 'processing' },
	{ words: 'partially generated', means: 'processing' },
	{ words: 'partially rendered', means: 'processing' },
	{ words: 'job created successfully', means: 'processing' },
	{ words: 'task created successfully', means: 'processing' },
	{ words: 'request created successfully', means: 'processing' },
];

/** Names under which services tell how a job stands. */
export const stateNames: readonly WordRow[] = [
	{
		words:
			'status|state http|code|payment|billing|webhook|callback|notification|moderation|safety|review|approval|publish|publication|delivery|upload|storage|archive|backup|thumbnail|preview|account|subscription|message|msg|url|uri|time|date|at|history|previous|last',
		weight: 0,
		why: 'the state of something else',
	},
	{
		words: 'status|state job|task|generation|prediction|operation|render|video|image|run',
		weight: 100,
		why: 'Kling and DashScope task_status, Bedrock jobStatus',
	},
	{ words: 'status|state', weight: 90, why: 'most services' },
	{ words: 'phase|lifecycle', weight: 60, why: 'Kubernetes-like services' },
	{
		words: 'stage',
		weight: 50,
		why: 'a step of the job as a rule, its state where there is no other',
	},
	{
		words: 'outcome|conclusion|verdict|resolution',
		weight: 45,
		why: 'services that tell the end apart from the state',
	},
	{
		words: 'finish|stop|end reason',
		weight: 40,
		why: 'Stability and Gemini: SUCCESS, CONTENT_FILTERED, IMAGE_SAFETY',
	},
	{ words: 'result', weight: 35, why: 'counts only where its text is a word of the tables' },
	{
		words: 'event|topic|type|action',
		weight: 30,
		why: 'deliveries: video.completed; counts only where its text is a word of the tables',
	},
];

/** What else a state weighs by where it stands and what it says. */
export const stateWeights = {
	/** Each level that it stands deeper. */
	level: 3,
	/** Below a name of what only belongs to a job, or of a part of it. */
	aside: -60,
	step: -60,
	/** In a list of several. */
	listed: -30,
	/** Beside the job's ID. */
	besideId: 10,
	/** May tell of nothing but the request. */
	envelope: -30,
} as const;
/** A name that weighs less counts only where its text is a word of the tables, and one that weighs no more than `vague` where that is no single word. */
export const leastOfState = { sure: 50, vague: 30 } as const;

/** Names of the text in an object that is named as a state. */
export const stateTexts = wordList('str value name code text current label');

/** Names that tell the end by being true. */
export const doneNames = wordList('done complete completed finish finished ready succeeded ended');

/** What a field with one word that is true or false tells of a job. */
export type Flag = 'done' | 'not done' | 'failed' | 'no success';

export const flags: ReadonlyArray<{ tells: Flag; names: ReadonlySet<string>; is: boolean }> = [
	{ tells: 'done', names: doneNames, is: true },
	{ tells: 'not done', names: doneNames, is: false },
	{
		tells: 'failed',
		names: wordList(
			'failed failure error errored cancelled canceled aborted rejected expired blocked',
		),
		is: true,
	},
	{ tells: 'no success', names: wordList('success ok succeeded successful'), is: false },
];

/** Words beside that one which say nothing more: `is_done`, `job_failed`. */
export const besideFlags = wordList('is has was job task');

/** What a text says of a question that was not answered: it tells nothing of the job that was asked about. */
export const ofQuestion =
	/(rate|too many)[ _-]?(limit|requests)|unauthori[sz]ed|forbidden|permission|(api|access)[ _-]?key|token|not[ _-]?found|no such|unknown (job|task|id)|try again|time[d -]*out|gateway|unavailable|maintenance/i;
