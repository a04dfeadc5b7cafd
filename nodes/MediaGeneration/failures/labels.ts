/**
 * The editor's label of each option; messages name some of them. n8n cannot group options, so each label begins with its
 * group.
 */
export const optionLabels = {
	answerPaths: 'Answer: Paths',
	raw: 'Answer: Include Raw',
	checkBalance: 'Cost: Check Balance First',
	dryRun: 'Cost: Dry Run',
	maxCost: 'Cost: Maximum (USD)',
	maxCostPerDay: 'Cost: Maximum per Day (USD)',
	retryAmbiguous: 'Cost: Retry Unclear Failures (May Pay Twice)',
	download: 'File: Download',
	keepCopy: 'File: Keep a Copy in n8n',
	maxFileSize: 'File: Maximum Size (MiB)',
	fileName: 'File: Name',
	inOneItem: 'File: All of a Job in One Item',
	binaryPropertyName: 'File: Put in Field',
	inlineFiles: 'File: Send in Request up to (MiB)',
	ledger: 'Ledger: Keep in Data Table',
	ledgerPrompts: 'Ledger: Keep Prompts',
	ledgerTag: 'Ledger: Tag',
	ledgerDays: 'Ledger: Keep Rows (Days)',
	payOnceFor: 'Ledger: Pay Once For (Key)',
	enable_fallback: 'Request: Enable Fallback',
	extraBody: 'Request: Extra Body Fields (JSON)',
	variants: 'Request: Number of Variants',
	concurrency: 'Request: Items at Once',
	requestTimeout: 'Request: Timeout (Seconds)',
	pollInterval: 'Wait: Check Every (Seconds)',
	timeout: 'Wait: Give Up After (Seconds)',
	wait: 'Wait: Until Done',
	timeUp: 'Wait: When the Time Is Up',
} as const;
