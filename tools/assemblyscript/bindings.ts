/**
 * TypeScript of a compiled module's exports: the names and types of their arguments, from the declarations
 * that the compiler writes.
 *
 * @module
 */

/** An exported function. */
interface ExportedFunction {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}

/** Functions that a declaration file of AssemblyScript lists; their parameters stand in its comments. */
function exportedFunctions(declarations: string): ExportedFunction[] {
  const found = declarations.matchAll(/\/\*\*([^]*?)\*\/\s*export function (\w+)\([^)]*\): \w+;/g);
  return [...found].map(([, comment, name]) => ({
    name,
    // A trailing underscore tells a parameter from a global of the same name.
    parameters: [...comment.matchAll(/@param (\w+?)_? `(\w+)`/g)].map(([, name, type]) => ({ name, type })),
  }));
}

/** Name of a module in camel case: `cross_entropy` gives `crossEntropy`. */
function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether threads share an export's items: its parameters begin with `begin` and `end`. */
function takesItems({ parameters: [first, second] }: ExportedFunction): boolean {
  return first?.name === "begin" && second?.name === "end";
}

/** Longest line that the formatter leaves whole. */
const LINE_WIDTH = 110;

/** Lines of the record of all signatures, without the first `skip` parameters of each. */
function signatures(functions: readonly ExportedFunction[], skip: number): string[] {
  return functions.flatMap(({ name, parameters }) => {
    const rest = parameters.slice(skip).map(({ name, type }) => `${name}: "${type}"`);
    if (rest.length === 0) return [`  ${name}: {},`];
    const line = `  ${name}: { ${rest.join(", ")} },`;
    return line.length <= LINE_WIDTH
      ? [line]
      : [`  ${name}: {`, ...rest.map((each) => `    ${each},`), "  },"];
  });
}

function header(module: string): string[] {
  return [
    "/**",
    ` * Arguments of the exports of \`${module}.wasm\`, written by "deno task build:wasm".`,
    " *",
    " * @module",
    " */",
  ];
}

/** Bindings of the exports of a module that take items. */
function itemBindings(module: string, platform: string, functions: readonly ExportedFunction[]): string[] {
  return [
    ...header(module),
    `import { bindWasm, type WasmBindings } from "${platform}/wasm/bindings.ts";`,
    "",
    "const signatures = {",
    ...signatures(functions, 2),
    "} as const;",
    "",
    `/** Exports of \`${module}.wasm\`. */`,
    `export const ${camelCase(module)}Wasm: WasmBindings<typeof signatures> = await bindWasm(`,
    `  new URL("./${module}.wasm", import.meta.url),`,
    "  signatures,",
    ");",
  ];
}

/** Signatures of a module whose exports the calling thread calls itself. */
function plainBindings(module: string, functions: readonly ExportedFunction[]): string[] {
  return [
    ...header(module),
    "",
    `/** Arguments of the exports of \`${module}.wasm\`, in their order. */`,
    `export const ${camelCase(module)}Signatures = {`,
    ...signatures(functions, 0),
    "} as const;",
  ];
}

/**
 * Text of the bindings of the module `<module>.wasm`, whose folder reaches `platform/` by the path
 * `platform`.
 */
export function bindings(module: string, platform: string, declarations: string): string {
  const functions = exportedFunctions(declarations);
  const shared = functions.filter(takesItems);
  const lines = shared.length > 0 ? itemBindings(module, platform, shared) : plainBindings(module, functions);
  return lines.join("\n") + "\n";
}
