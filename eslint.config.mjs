import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const base = { 'n8n-nodes-base': nodesBase };
const community = communityNodes.configs.recommended;

const restricted = (...what) => ({ 'no-restricted-syntax': ['error', ...what.flat()] });
/** What n8n hands over is read in editor/input/ and n8n/, what a server says in answers/: nowhere else is a value taken for what it may not be. */
const beliefs = [
	{
		selector: "TSAsExpression[typeAnnotation.typeName.name!='const']",
		message:
			'A cast believes what was not checked: read input in editor/input/, answers in answers/.',
	},
	{
		selector: 'TSTypeAssertion, TSNonNullExpression',
		message:
			'A cast believes what was not checked: read input in editor/input/, answers in answers/.',
	},
	{
		selector: "MemberExpression[property.name='getNodeParameter']",
		message: 'Parameters are read by the readers of editor/input/.',
	},
	{
		selector: "CallExpression[callee.property.name='getCredentials'][typeArguments]",
		message: 'A credential is read by http/readCredential.',
	},
];
const bareErrors = {
	selector: 'NewExpression[callee.name=/^Node(Operation|Api)Error$/]',
	message:
		'n8n puts texts of its own in place of some messages: errors are made by failures/failure, which keeps them.',
};
const openExpressions = {
	selector:
		"CallExpression[callee.property.name='evaluateExpression'] TemplateLiteral > .expressions:not(CallExpression[callee.name='stringLiteral'])",
	message:
		'Text that comes from a user can end an expression: it stands in one as n8n/expression quotes it.',
};

export default tseslint.config(
	{ ignores: ['**/node_modules/', 'dist/', 'host/.cache/', 'output/', 'coverage/'] },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
		languageOptions: { parserOptions: { project: './tsconfig.json' } },
		rules: {
			eqeqeq: 'error',
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
		},
	},
	{
		files: ['contract/**/*.ts', 'credentials/**/*.ts', 'nodes/**/*.ts'],
		linterOptions: { noInlineConfig: true },
		plugins: community.plugins,
		rules: {
			...community.rules,
			// JavaScript throws where it makes text of an object that holds a `toString` of its own: support/data makes it.
			'@typescript-eslint/no-base-to-string': ['error', { checkUnknown: true }],
			'@typescript-eslint/restrict-template-expressions': [
				'error',
				{ allowAny: false, allowNever: true },
			],
		},
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: base,
		rules: {
			...nodesBase.configs.credentials.rules,
			// For n8n's own repository only, as its documentation says; the other plugin asks for a URL.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{ files: ['nodes/**/*.ts'], plugins: base, rules: nodesBase.configs.nodes.rules },
	{ files: ['nodes/**/*.ts'], rules: restricted(bareErrors, openExpressions) },
	{
		files: ['nodes/**/*.ts'],
		ignores: [
			'nodes/MediaGeneration/answers/**',
			'nodes/MediaGeneration/editor/input/**',
			'nodes/MediaGeneration/n8n/readers.ts',
		],
		rules: restricted(beliefs, bareErrors, openExpressions),
	},
	{ files: ['nodes/MediaGeneration/failures/failure.ts'], rules: restricted(beliefs) },
	{
		files: ['nodes/MediaGeneration/chat/sdk.ts'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: ['nodes/**/LmChat*.node.ts'],
		rules: {
			// They know main inputs and outputs only; a model has none and gives a model.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins: { ...base, ...community.plugins },
		rules: { ...nodesBase.configs.community.rules, ...community.rules },
	},
);
