import path from "node:path";
import ts from "typescript";

const root = path.join(import.meta.dirname, "../..");
const tablesFile = "service/src/platform/db/tables.ts";

type HandWrittenColumn = { statement: string; column: string; place: string };

/**
 * The properties of each `Row` in `query<Row>(statement)` that are not derived from the generated row types. Derived are
 * those made by `Pick`, and those whose type names a column, as `Tables["invoices"]["total"]` does.
 */
export function handWrittenColumns(): HandWrittenColumn[] {
  const program = programOf(
    ["app.ts", "worker.ts", "main.ts"].map((file) => path.join(root, "service/src", file)),
  );
  const checker = program.getTypeChecker();
  const found: HandWrittenColumn[] = [];

  const isDerived = (declaration: ts.Declaration): boolean =>
    nameOf(declaration) === tablesFile ||
    (ts.isPropertySignature(declaration) && declaration.type !== undefined && namesColumn(declaration.type));

  /** Whether a type is that of a column, perhaps with or without null. */
  const namesColumn = (type: ts.TypeNode): boolean => {
    if (ts.isUnionTypeNode(type)) return type.types.some(namesColumn);
    if (ts.isTypeReferenceNode(type)) return (type.typeArguments ?? []).some(namesColumn);
    return (
      ts.isIndexedAccessTypeNode(type) &&
      checker
        .getPropertiesOfType(checker.getTypeFromTypeNode(type.objectType))
        .some(({ declarations = [] }) => declarations.some((each) => nameOf(each) === tablesFile))
    );
  };

  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !isQuery(node.expression)) return;
    const [row] = node.typeArguments ?? [];
    if (!row) return;
    const byHand = checker
      .getPropertiesOfType(checker.getTypeFromTypeNode(row))
      .filter(({ declarations = [] }) => !declarations.some(isDerived));
    for (const statement of statementNames(node.arguments[0]!, checker))
      for (const { name, declarations } of byHand)
        found.push({ statement, column: name, place: placeOf(declarations?.[0] ?? node) });
  };
  for (const file of program.getSourceFiles()) if (nameOf(file).startsWith("service/src/")) visit(file);
  return found;
}

const isQuery = (called: ts.Expression) =>
  ts.isPropertyAccessExpression(called) && called.name.text === "query";

const nameOf = (node: ts.Node) => path.relative(root, node.getSourceFile().fileName);

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${nameOf(node)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** The names of the statements that an argument of `query` may be. */
function statementNames(argument: ts.Expression, checker: ts.TypeChecker): string[] {
  const names = new Set<string>();
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isCallExpression(node) && node.expression.getText() === "statement") {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name)) names.add(name.text);
      return;
    }
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const origin =
        symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const declared = origin?.valueDeclaration;
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer) visit(declared.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(argument);
  return [...names];
}

/** The program without the types of packages, which no row is made of: half the time. */
function programOf(files: string[]): ts.Program {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, types: [] });
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? { resolvedFileName: path.join(path.dirname(from), text), extension: ts.Extension.Ts }
        : undefined,
    }));
  return ts.createProgram(files, { ...options, types: [] }, host);
}
