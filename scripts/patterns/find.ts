import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** A regular expression in our sources. Without `source` it is built at run time from values that are not constant. */
export type FoundPattern = { file: string; line: number; code: string; source?: string; flags: string };

/**
 * Every regular expression of a file: literals, `RegExp(…)`, and strings that a schema or a form field calls
 * `pattern`.
 */
export function findPatterns(file: string, text = readFileSync(file, "utf8")): FoundPattern[] {
  const module = openModule(file, text);
  const found: FoundPattern[] = [];
  const add = (node: ts.Node, source: string | undefined, flags: string) => {
    const { line } = module.file.getLineAndCharacterOfPosition(node.getStart(module.file));
    const code = node.getText(module.file);
    found.push({ file, line: line + 1, code, flags, ...(source !== undefined && { source }) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { source, flags } = literalParts(node);
      add(node, source, flags);
    } else if (isRegExpCall(node)) {
      const [first, second] = node.arguments ?? [];
      const given = first && constantValue(module, first);
      const flags = second && constantValue(module, second);
      const source = given instanceof RegExp ? given.source : given;
      const isKnown = typeof source === "string" && (!second || typeof flags === "string");
      add(node, isKnown ? source : undefined, typeof flags === "string" ? flags : "");
    } else {
      const schema = schemaPattern(module, node);
      if (schema) add(node, schema.source, "u");
    }
    ts.forEachChild(node, visit);
  };
  visit(module.file);
  return found;
}

const isRegExpCall = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === "RegExp";

/** Finds `pattern: "…"` in an object, `pattern="…"` in a form, and strings passed to `match`, which compiles them. */
function schemaPattern(module: Module, node: ts.Node): { source: string | undefined } | undefined {
  if (ts.isPropertyAssignment(node) && node.name.getText(module.file) === "pattern") {
    const value = constantValue(module, node.initializer);
    // A regular expression itself is already found as a literal or call.
    return value instanceof RegExp || isRegExpCall(node.initializer)
      ? undefined
      : { source: typeof value === "string" ? value : undefined };
  }
  if (ts.isJsxAttribute(node) && node.name.getText(module.file) === "pattern" && node.initializer) {
    const { initializer } = node;
    const inner = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    const value = inner && constantValue(module, inner);
    return { source: typeof value === "string" ? value : undefined };
  }
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(match|matchAll)$/.test(node.expression.name.text)
  ) {
    const value = node.arguments[0] && constantValue(module, node.arguments[0]);
    return typeof value === "string" ? { source: value } : undefined;
  }
  return undefined;
}

type Module = { file: ts.SourceFile; constants: Map<string, ts.Expression>; imports: Map<string, Imported> };
type Imported = { from: string; name: string };
type Value = string | number | RegExp | readonly Value[] | undefined;

const modules = new Map<string, Module>();

function openModule(name: string, text?: string): Module {
  const known = text === undefined ? modules.get(name) : undefined;
  if (known) return known;
  const kind = /x$/.test(name) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = text ?? readFileSync(name, "utf8");
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind);
  const module: Module = { file, constants: new Map(), imports: new Map() };
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name: id, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(id) && initializer) module.constants.set(id.text, initializer);
    }
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = path.join(path.dirname(name), statement.moduleSpecifier.text);
      const bindings = statement.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings) || !existsSync(from)) continue;
      for (const { name: id, propertyName } of bindings.elements)
        module.imports.set(id.text, { from, name: (propertyName ?? id).text });
    }
  }
  modules.set(name, module);
  return module;
}

/** The constant value of an expression; undefined if it is not constant. */
function constantValue(module: Module, node: ts.Expression): Value {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return constantValue(module, node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isRegularExpressionLiteral(node)) {
    const { source, flags } = literalParts(node);
    return new RegExp(source, flags);
  }
  if (ts.isIdentifier(node)) return constantOf(module, node.text);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.map((element) => constantValue(module, element));
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => [
      constantValue(module, expression),
      literal.text,
    ]);
    return joined([node.head.text, ...parts.flat()], "");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [constantValue(module, node.left), constantValue(module, node.right)];
    return typeof left === "number" && typeof right === "number" ? left + right : joined([left, right], "");
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText(module.file) === "String.raw") {
    const { template } = node;
    return ts.isNoSubstitutionTemplateLiteral(template) ? template.rawText : undefined;
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source") {
    const value = constantValue(module, node.expression);
    return value instanceof RegExp ? value.source : undefined;
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    const list = name.text === "join" ? constantValue(module, expression) : undefined;
    const between = node.arguments[0] && constantValue(module, node.arguments[0]);
    if (Array.isArray(list) && typeof between === "string") return joined(list, between);
  }
  return undefined;
}

function constantOf(module: Module, name: string): Value {
  const here = module.constants.get(name);
  if (here) return constantValue(module, here);
  const there = module.imports.get(name);
  return there && constantOf(openModule(there.from), there.name);
}

function joined(parts: readonly Value[], between: string): string | undefined {
  const isKnown = parts.every((part) => typeof part === "string" || typeof part === "number");
  return isKnown ? parts.join(between) : undefined;
}

function literalParts({ text }: ts.RegularExpressionLiteral): { source: string; flags: string } {
  const end = text.lastIndexOf("/");
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}
