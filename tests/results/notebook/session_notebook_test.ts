import assert from "node:assert/strict";
import { UsageError } from "../../../platform/errors.ts";
import { markdownText } from "../../../results/notebook/nbformat.ts";
import { SessionDisplay } from "../../../results/notebook/session_display.ts";
import { MAX_NOTEBOOK_BYTES, sessionNotebook } from "../../../results/notebook/session_notebook.ts";
import { writtenRow } from "../session_fixture.ts";
import { notebookSession } from "./notebook_session.ts";

const HOSTILE =
  '</code>\n# <img src=x onerror=alert(1)>\u2028`"; Deno.exit(9); // ${x} [a](javascript:b) *c*';

interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly source: readonly string[];
  readonly execution_count?: number;
  readonly outputs?: readonly { readonly data: Readonly<Record<string, unknown>> }[];
}

function cellsOf(text: string): readonly Cell[] {
  return JSON.parse(text).cells;
}

Deno.test("a notebook is of nbformat 4.5 for the Deno kernel, and the same bytes each time", () => {
  const text = sessionNotebook(notebookSession());
  assert.equal(sessionNotebook(notebookSession()), text);
  const { cells, metadata, nbformat, nbformat_minor } = JSON.parse(text);
  assert.deepEqual([nbformat, nbformat_minor, metadata.kernelspec.name], [4, 5, "deno"]);
  const ids = cells.map(({ id }: Cell) => id);
  assert.equal(new Set(ids).size, ids.length);
  let runs = 0;
  for (const cell of cells as Cell[]) {
    assert.match(cell.id, /^[a-zA-Z0-9-_]{1,64}$/);
    assert.ok(cell.source.every((line, i) => line.endsWith("\n") === (i < cell.source.length - 1)));
    if (cell.cell_type === "code") assert.equal(cell.execution_count, ++runs);
    else assert.deepEqual(Object.keys(cell).sort(), ["cell_type", "id", "metadata", "source"]);
  }
});

Deno.test("a title of a plot cannot become plotly's own markup", () => {
  const contents = notebookSession(), { document } = contents;
  const suites = document.suites.map((suite) => ({
    ...suite,
    metrics: suite.metrics.map((metric) => ({ ...metric, label: "time <b>&amp;" })),
  }));
  const cells = cellsOf(sessionNotebook({ ...contents, document: { ...document, suites } }));
  const plot = cells.find(({ source }) => source[0].startsWith("session.plot("))!;
  const figure = plot.outputs![0].data["application/vnd.plotly.v1+json"] as {
    readonly layout: { readonly title: { readonly text: string } };
  };
  assert.match(figure.layout.title.text, /time &lt;b&gt;&amp;amp;/);
});

Deno.test("it draws each plot, restates each claim and shows its mechanism, with outputs filled in", () => {
  const cells = cellsOf(sessionNotebook(notebookSession()));
  const kinds = (start: string) =>
    cells.filter(({ source }) => source[0].startsWith(start)).map(({ outputs }) =>
      Object.keys(outputs![0].data)
    );
  assert.deepEqual(kinds("session.plot("), [[
    "application/vnd.plotly.v1+json",
    "text/html",
    "text/plain",
  ]]);
  assert.deepEqual(kinds("session.claims("), [["text/html", "text/plain"], ["text/html", "text/plain"]]);
  assert.equal(kinds("session.mechanism(").length, 1);
  assert.equal(kinds("session.costs(").length, 1);
  const claims = cells.find(({ source }) => source[0].startsWith("session.claims("))!;
  const text = (claims.outputs![0].data["text/plain"] as string[]).join("");
  assert.match(text, /inconclusive/);
  assert.match(text, /time\(natural\) \/ time\(rcm\) = 1\.5/);
  for (const { outputs, cell_type } of cells.slice(2)) {
    if (cell_type === "code") assert.equal(outputs?.length, 1);
  }
});

Deno.test("the picture of a plot is an image of a page that holds it, as every version of nbconvert keeps it", () => {
  const cells = cellsOf(sessionNotebook(notebookSession(HOSTILE)));
  const plot = cells.find(({ source }) => source[0].startsWith("session.plot("))!;
  const page = (plot.outputs![0].data["text/html"] as string[]).join("");
  const [, alt, address] = /^<img alt="([^"]*)" src="data:image\/svg\+xml,([^"#<>&]*)">$/.exec(page)!;
  const svg = decodeURIComponent(address);
  assert.match(alt, /^Speed-up\. .*higher is better/);
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>$/);
  // Every element that is opened is closed, and names stay text.
  assert.equal(svg.match(/<text/g)?.length, svg.match(/<\/text>/g)?.length);
  assert.doesNotMatch(svg, /<img|<script/);
});

Deno.test("hostile names stay text in Markdown and literals in code", () => {
  const cells = cellsOf(sessionNotebook(notebookSession(HOSTILE)));
  for (const { cell_type, source, outputs } of cells) {
    const text = source.join("");
    if (cell_type === "markdown") {
      assert.doesNotMatch(text, /<img|\n# <|\[a\]\(/);
    } else {
      assert.doesNotMatch(text, /\u2028/);
      assert.doesNotMatch(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'), /Deno\.exit|onerror/);
      const page = ((outputs?.[0]?.data["text/html"] ?? []) as string[]).join("");
      // Pictures of plots are the only images.
      assert.doesNotMatch(
        page.replaceAll(/<img alt="[^"<>]*" src="data:image\/svg\+xml,[^"<>]*">/g, ""),
        /<img/,
      );
    }
  }
  assert.equal(markdownText("a_b *c*\n# d <e>"), "a\\_b \\*c\\* \\# d &lt;e\\>");
});

Deno.test("text in a notebook's tables stands left, which Jupyter sets right, and numbers stay right", () => {
  const tables = cellsOf(sessionNotebook(notebookSession())).flatMap(({ outputs }) =>
    outputs?.[0]?.data["text/html"] ?? []
  ).join("");
  const cells = [...tables.matchAll(/<t[hd][\s>][^>]*>?/g)].map(([tag]) => tag);
  const isNumber = (tag: string) => /class="number"/.test(tag);
  const numbers = cells.filter(isNumber), texts = cells.filter((tag) => !isNumber(tag));
  assert.ok(numbers.length > 0 && texts.length > 0);
  assert.ok(numbers.every((tag) => !/style=/.test(tag)));
  assert.ok(texts.every((tag) => /style="text-align: left"/.test(tag)));
});

Deno.test("a session of very many rows has a notebook that a browser still opens", () => {
  const session = notebookSession();
  const claims = Array.from({ length: 4000 }, (_, i) => ({
    ...session.claims[0],
    claim_id: `c${i}`,
    statement: "s".repeat(3000),
    evidence: "",
    tier: "algebra",
  }));
  const rows = [
    ...session.rows,
    ...Array.from({ length: 3000 }, (_, i) => writtenRow({ contender: `c${i}` })),
  ];
  const text = sessionNotebook({ ...session, rows, claims });
  assert.ok(new TextEncoder().encode(text).length <= MAX_NOTEBOOK_BYTES);
  assert.match(text, /more rows are in claims\.csv/);
});

Deno.test("what a session does not have is an error that names what it has", () => {
  const session = new SessionDisplay(notebookSession());
  assert.throws(
    () => session.plot("nowhere"),
    (error) => error instanceof UsageError && /hetu-gnn\/figure-8/.test(error.message),
  );
  assert.throws(() => session.plot("hetu-gnn/figure-8", 2), /only 1/);
  assert.throws(() => session.claims("hetu-gnn", "Table 99"), /Figure 8/);
  assert.throws(() => session.mechanism("elsewhere"), /hetu-gnn\.q\.metis-best/);
  assert.throws(() => session.table(session.rows, ["nothing" as "cell"]), /only schema/);
  assert.match(String(session.table(session.rows)), /^7 rows\ncell +metric +median +unit\n/);
  assert.match(String(session.cells("hetu-gnn/figure-8")), /natural order/);
});
