const { createHash } = require('node:crypto');
const ts = require('typescript');

/** What the made code counts by; `steps.ts` puts the counter that it reads in its place. */
const COUNTER = '__steps';
const f = ts.factory;
const counter = (name) => f.createPropertyAccessExpression(f.createPropertyAccessExpression(f.createIdentifier('globalThis'), COUNTER), name);
const one = () => f.createPostfixIncrement(counter('count'));
const over = (value) => f.createCallExpression(counter('over'), undefined, [value]);
const counted = (body) => f.createBlock([f.createExpressionStatement(one()), ...(ts.isBlock(body) ? body.statements : [body])], true);

/** Counts each call, each turn of a loop, and what is spread. */
const counting = (context) => (source) => {
	const visit = (given) => {
		const node = ts.visitEachChild(given, visit, context);
		if (ts.isSpreadAssignment(node)) return f.updateSpreadAssignment(node, over(node.expression));
		if (ts.isSpreadElement(node)) return f.updateSpreadElement(node, over(node.expression));
		if (ts.isNewExpression(node) && /^(Map|Set)$/.test(node.expression.text) && node.arguments?.length === 1)
			return f.updateNewExpression(node, node.expression, undefined, [over(node.arguments[0])]);
		if (ts.isIterationStatement(node, false)) return withBody(node, counted(node.statement));
		if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
			return withBody(node, f.createParenthesizedExpression(f.createComma(one(), f.createParenthesizedExpression(node.body))));
		return ts.isFunctionLike(node) && node.body ? withBody(node, counted(node.body)) : node;
	};
	return ts.visitNode(source, visit);
};

function withBody(node, body) {
	const { modifiers, name, parameters, asteriskToken } = node;
	switch (node.kind) {
		case ts.SyntaxKind.ForStatement:
			return f.updateForStatement(node, node.initializer, node.condition, node.incrementor, body);
		case ts.SyntaxKind.ForOfStatement:
			return f.updateForOfStatement(node, node.awaitModifier, node.initializer, node.expression, body);
		case ts.SyntaxKind.ForInStatement:
			return f.updateForInStatement(node, node.initializer, node.expression, body);
		case ts.SyntaxKind.WhileStatement:
			return f.updateWhileStatement(node, node.expression, body);
		case ts.SyntaxKind.DoStatement:
			return f.updateDoStatement(node, body, node.expression);
		case ts.SyntaxKind.ArrowFunction:
			return f.updateArrowFunction(node, modifiers, undefined, parameters, undefined, node.equalsGreaterThanToken, body);
		case ts.SyntaxKind.FunctionDeclaration:
			return f.updateFunctionDeclaration(node, modifiers, asteriskToken, name, undefined, parameters, undefined, body);
		case ts.SyntaxKind.FunctionExpression:
			return f.updateFunctionExpression(node, modifiers, asteriskToken, name, undefined, parameters, undefined, body);
		case ts.SyntaxKind.MethodDeclaration:
			return f.updateMethodDeclaration(node, modifiers, asteriskToken, name, undefined, undefined, parameters, undefined, body);
		case ts.SyntaxKind.GetAccessor:
			return f.updateGetAccessorDeclaration(node, modifiers, name, parameters, undefined, body);
		default:
			return node;
	}
}

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, inlineSourceMap: true, inlineSources: true };

/** Compiles as Jest's own transformer does; what is made counts its steps. */
module.exports = {
	getCacheKey: (text, file) => createHash('sha256').update(counting.toString()).update(withBody.toString()).update(file).update(text).digest('hex'),
	process: (text, fileName) => ({ code: ts.transpileModule(text, { fileName, compilerOptions, transformers: { before: [counting] } }).outputText }),
};
