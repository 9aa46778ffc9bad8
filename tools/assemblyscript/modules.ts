/**
 * Division of AssemblyScript sources into modules and the sources that modules share.
 *
 * @module
 */

/** Paths, from the root, of the sources that a source imports. */
function imports(source: string, text: string): string[] {
  const root = "file:///", specifiers = [...text.matchAll(/\bfrom "(\.[^"]+)"/g)];
  return specifiers.map(([, specifier]) => new URL(specifier, root + source).href.slice(root.length));
}

/**
 * Paths of the sources that are modules of their own: those that no other one imports.
 *
 * @param texts Sources by their paths from the root.
 * @throws {Error} where no source imports a kernel's `assembly.ts`: it is a part of its operation's module.
 */
export function moduleSources(texts: ReadonlyMap<string, string>): readonly string[] {
  const shared = new Set([...texts].flatMap(([source, text]) => imports(source, text)));
  const modules = [...texts.keys()].filter((source) => !shared.has(source));
  const orphan = modules.find((source) => !/\/assembly\/[^/]+$/.test(source));
  if (orphan === undefined) return modules;
  throw new Error(
    `Cannot compile ${orphan}: found no source that imports it, wanted one. ` +
      "Next: name its exports in assembly/<operation>.ts of its operation",
  );
}
