import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/**
 * The rules by which n8n judges a package that asks to be verified: those of its scanner, from the same plugins. The
 * scanner itself reads only what a registry already has.
 */
export default [
	communityNodes.configs.recommended,
	{ plugins: { 'n8n-nodes-base': nodesBase }, rules: { 'no-console': 'error' } },
	{ files: ['package.json'], rules: nodesBase.configs.community.rules },
	{
		files: ['**/credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['**/nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{ files: ['**/*.ts', '**/*.json'], languageOptions: { parser: tseslint.parser } },
];
