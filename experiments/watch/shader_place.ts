/**
 * Place of a line of WGSL in the file that it was written in. A kernel's source is put together from several
 * files and generated text, so that a compiler's line number is not that of a file.
 *
 * @module
 */

/** Line of a file. */
export interface FileLine {
  /** Path, as the caller named the file. */
  readonly path: string;
  /** Number of the line, from 1. */
  readonly line: number;
}

/**
 * Finds the file that line `line` (from 1) of `source` comes from: one whose whole text lies in the source
 * around that line. `undefined` for text that no file has, such as a generated prelude.
 *
 * @example
 * ```ts
 * const files = new Map([["prelude.wgsl", "const A = 1;\n"], ["kernel.wgsl", "fn main() {\n  oops\n}\n"]]);
 * const place = shaderPlace("const A = 1;\nfn main() {\n  oops\n}\n", 3, files);
 * if (place?.path !== "kernel.wgsl" || place.line !== 2) throw new Error("the second line of the kernel");
 * ```
 */
export function shaderPlace(
  source: string,
  line: number,
  files: ReadonlyMap<string, string>,
): FileLine | undefined {
  // Longer texts first: a short file may also be a part of a longer one.
  const longestFirst = [...files].toSorted(([, a], [, b]) => b.length - a.length);
  for (const [path, text] of longestFirst) {
    if (text === "") continue;
    for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + text.length)) {
      const before = newlines(source.slice(0, at)), own = line - before;
      if (own >= 1 && own <= newlines(text) + (text.endsWith("\n") ? 0 : 1)) return { path, line: own };
    }
  }
  return undefined;
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}
