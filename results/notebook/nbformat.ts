/**
 * Writer of Jupyter's notebook format, version 4.5, in the parts that this project uses.
 *
 * @module
 */

/**
 * Output of a cell, by kind: text, or JSON where the kind is JSON. A reader's program chooses the richest
 * kind that it supports.
 */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** A cell before it is numbered. */
export type NotebookCell =
  | { readonly kind: "markdown"; readonly source: string }
  | { readonly kind: "code"; readonly source: string; readonly output?: MimeBundle };

/** Splits a text into lines, each with its line end, as the format stores it. */
function lines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Bundle with its texts as lines; JSON is unchanged. */
function storedBundle(bundle: MimeBundle): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(bundle).map(([kind, data]) => [kind, typeof data === "string" ? lines(data) : data]),
  );
}

/**
 * Formats a notebook for the Deno kernel. Code cells are numbered as if they had run once from top to bottom;
 * ids follow from positions, so that the same cells give the same bytes.
 *
 * @example
 * ```ts
 * const { nbformat_minor, cells } = JSON.parse(notebookText([{ kind: "code", source: "1 + 1" }]));
 * if (nbformat_minor !== 5 || cells[0].id !== "cell-1") throw new Error("format");
 * ```
 */
export function notebookText(cells: readonly NotebookCell[]): string {
  let runs = 0;
  const stored = cells.map((cell, i) => {
    const id = `cell-${i + 1}`;
    const source = lines(cell.source);
    if (cell.kind === "markdown") return { cell_type: "markdown", id, metadata: {}, source };
    const execution_count = ++runs;
    const outputs = cell.output === undefined ? [] : [{
      data: storedBundle(cell.output),
      execution_count,
      metadata: {},
      output_type: "execute_result",
    }];
    return { cell_type: "code", execution_count, id, metadata: {}, outputs, source };
  });
  const metadata = {
    kernelspec: { display_name: "Deno", language: "typescript", name: "deno" },
    language_info: { file_extension: ".ts", mimetype: "text/x.typescript", name: "typescript" },
  };
  return `${JSON.stringify({ cells: stored, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** Escapes a text for Markdown: nothing in it becomes a tag, a link, a formula or a heading. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, " ").replace(
    /[\\`*_{}[\]<>()#+!|$~&-]/g,
    (sign) => sign === "<" ? "&lt;" : sign === "&" ? "&amp;" : /[-()+!]/.test(sign) ? sign : `\\${sign}`,
  );
}
