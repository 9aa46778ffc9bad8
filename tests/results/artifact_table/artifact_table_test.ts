import assert from "node:assert/strict";
import { UsageError } from "../../../platform/errors.ts";
import { parseCsv } from "../../../platform/files/csv.ts";
import {
  type ArtifactTable,
  printedCell,
  type TableCell,
} from "../../../results/artifact_table/artifact_table.ts";
import { chooseTables } from "../../../results/artifact_table/choose_tables.ts";
import { printTable } from "../../../results/artifact_table/formats.ts";
import { renderPublished } from "../../../results/report/tables/published_table.ts";
import { claimRow, comparisonRow, sessionDocument, writtenRow } from "../session_fixture.ts";

const speedup = { metric: "speedup", unit: "x", vs: "natural", n: 15 } as const;
const session = {
  document: sessionDocument(),
  journal: [],
  samples: [],
  comparisons: [comparisonRow({ measured: 1.4 }), comparisonRow({ measured: undefined })],
  claims: [claimRow({ effect: 1.4, ci_lo: 1.2, ci_hi: 1.5, p: 0.01, p_holm: 0.02, premise: "degree >= 5" })],
  rows: [
    writtenRow({ contender: "natural" }),
    writtenRow({ contender: "rcm" }),
    writtenRow({ contender: "rcm", ...speedup, median: 1.894, ci_lo: 1.8249, ci_hi: 2 }),
    writtenRow({
      contender: "rcm",
      dataset: "cora",
      dataset_kind: "real",
      ...speedup,
      median: undefined,
      status: "oom",
    }),
  ],
};
const measured = (changes: Partial<Parameters<typeof chooseTables>[1]> = {}) =>
  chooseTables(session, { content: "measured", ...changes });

Deno.test("a value has three digits, its interval as many decimals", () => {
  const printed = (value: number, interval?: [number, number]) => {
    const cell = printedCell(interval ? { value, interval } : { value });
    return `${cell.value} ${cell.interval}`.trim();
  };
  assert.equal(printed(1.894, [1.8249, 2]), "1.89 [1.82, 2.00]");
  assert.equal(printed(123.4, [99.2, 150]), "123 [99, 150]");
  assert.equal(printed(0.01234, [0.01, 0.02]), "0.0123 [0.0100, 0.0200]");
  assert.equal(printed(19_656), "19656");
  assert.equal(printed(1.5e9), "1500000000");
  assert.equal(printed(1.5e9 + 0.5), "1.50e+9");
  assert.equal(printed(0), "0");
  // A number near 0 has the decimals of its interval's larger end, and no negative zero.
  assert.equal(printed(0, [-0.123, 0.256]), "0.000 [-0.123, 0.256]");
  assert.equal(printed(0, [0, 10_000]), "0 [0, 10000]");
  assert.equal(printed(150, [-0.2, 300]), "150 [0, 300]");
  assert.equal(printed(Infinity), "Infinity");
});

Deno.test("a suite's table shows the metric that it draws, a row a workload, and says what failed", () => {
  const [table, ...others] = measured();
  assert.deepEqual(others, []);
  assert.deepEqual(table.columns, ["Workload", "RCM"]);
  assert.deepEqual(table.rows, [
    ["reddit@1/16", { value: 1.894, interval: [1.8249, 2] }],
    ["cora", "oom"],
  ]);
  assert.equal(table.label, "hetu-gnn-figure-8-speedup");
  assert.equal(
    table.caption,
    "Orderings (Hetu-GNN, Figure 8): Speed-up [\u00d7], over natural order. Medians with 95 % intervals, " +
      "n = 15. Generated stand-ins: reddit@1/16. Measured on Some CPU (wasm, 2 threads), profile smoke, " +
      "seed 1, gnn-repro at commit abc123, 2026-01-02.",
  );
});

Deno.test("an effect that is no number is absent, in every format", () => {
  const claims = [claimRow({ effect: NaN, ci_lo: NaN, ci_hi: NaN })];
  const [table] = chooseTables({ ...session, claims }, { content: "claims" });
  for (const format of ["markdown", "latex", "csv"] as const) {
    assert.doesNotMatch(printTable(table, format), /NaN/);
  }
});

Deno.test("contenders that the suite does not list come last, and a value in another unit says it", () => {
  const cell = (contender: string, changes = {}) => writtenRow({ contender, metric: "moved", ...changes });
  const rows = [
    cell("torch", { unit: "bytes", median: 8_000_000 }),
    cell("rcm", { unit: "GB", median: 4, ci_lo: undefined, ci_hi: undefined }),
    cell("natural", { unit: "bytes", median: 5 }),
  ];
  const [table] = chooseTables({ ...session, rows }, { content: "measured", metric: "moved" });
  assert.deepEqual(table.columns, ["Workload", "natural order", "RCM", "torch"]);
  assert.match(table.caption, /moved \[bytes\]/);
  assert.equal(table.rows[0][2], "4 GB");
});

Deno.test("the reference under a table in Markdown is text, its address a link", () => {
  const paper = { ...session.document.papers[0], reference: "A *B* <b>, 2023.", url: "https://a.b/c_d_e" };
  const document = { ...session.document, papers: [paper] };
  const [table] = chooseTables({ ...session, document }, { content: "measured" });
  assert.ok(printTable(table, "markdown").endsWith("A \\*B\\* \\<b\\>, 2023. https://a.b/c_d_e"));
});

Deno.test("a caption names a device once, and one thread is no plural", () => {
  const { document } = session, device = { ...document.device, name: "Some CPU (1 thread)", threads: 1 };
  const alone = { ...session, document: { ...document, device } };
  const [{ caption }] = chooseTables(alone, { content: "measured" });
  assert.match(caption, /Measured on Some CPU \(wasm, 1 thread\), profile smoke/);
});

Deno.test("a caption names a unit that is its metric's name once, and has no gap where nothing is to be said", () => {
  const { document, rows } = session, [suite, ...more] = document.suites;
  const metrics = suite.metrics.map((metric) =>
    metric.id === "speedup" ? { ...metric, label: "vertices", unit: "vertices" } : metric
  );
  const counted = rows.map((row) =>
    row.metric === "speedup"
      ? {
        ...row,
        unit: "vertices",
        n: 1,
        vs: "",
        ci_lo: undefined,
        ci_hi: undefined,
        dataset_kind: "real" as const,
      }
      : row
  );
  const [{ caption }] = chooseTables(
    { ...session, rows: counted, document: { ...document, suites: [{ ...suite, metrics }, ...more] } },
    { content: "measured" },
  );
  assert.match(caption, /: vertices\. Measured on/);
});

Deno.test("another metric has a column for each of its contenders", () => {
  const [table] = measured({ subject: "hetu-gnn/figure-8", artifact: "FIGURE-8", metric: "time" });
  assert.deepEqual(table.columns, ["Workload", "natural order", "RCM"]);
  assert.equal(table.rows.length, 1);
});

Deno.test("published numbers without a measured one are left out, verdicts carry p after Holm", () => {
  const [published] = chooseTables(session, { content: "published" });
  assert.equal(published.rows.length, 1);
  assert.deepEqual(published.rows[0][2], { value: 1.4, interval: [1.3, 1.5] });
  assert.match(published.caption, /: 1 of 2 published numbers beside measured ones, with /);
  const [claims] = chooseTables(session, { content: "claims", subject: "hetu-gnn", artifact: "figure 8" });
  assert.deepEqual(claims.rows[0].slice(1, 4), [
    session.claims[0].verdict,
    { value: 1.4, interval: [1.2, 1.5] },
    { value: 0.02 },
  ]);
  assert.deepEqual([claims.columns.at(-1), claims.rows[0].at(-1)], ["Premise", "degree >= 5"]);
});

Deno.test("cells that share a published number are told apart, in the table and in the report", () => {
  const cells = ["reddit:rcm", "reddit:metis"].map((cell) => `hetu-gnn/figure-8:${cell}`);
  const comparisons = [
    ...cells.map((cell) => comparisonRow({ cell })),
    comparisonRow({ published_id: "alone", config: "" }),
  ];
  const [published] = chooseTables({ ...session, comparisons }, { content: "published" });
  const subject = "SpMM speedup \u00b7 Reddit \u00b7 GCN \u00b7 Hetu-GNN";
  assert.deepEqual(published.rows.map(([quantity]) => quantity), [
    `${subject} \u00b7 ordering=metis \u00b7 reddit:rcm`,
    `${subject} \u00b7 ordering=metis \u00b7 reddit:metis`,
    subject,
  ]);
  const page = renderPublished(comparisons, 10).source;
  for (const cell of cells) assert.ok(page.includes(`>${cell}</code>`), cell);
});

Deno.test("an artifact or metric that is not there is refused with those that are", () => {
  assert.throws(() => measured({ artifact: "table 9" }), (error) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, /"table 9": found no such artifact.*hetu-gnn Figure 8/);
    return true;
  });
  assert.throws(() => measured({ subject: "roc" }), /no such artifact.*hetu-gnn Figure 8/);
  assert.throws(() => measured({ metric: "watts" }), /no such metric, wanted one of time, speedup/);
  assert.throws(() => chooseTables({ ...session, rows: [] }, { content: "measured" }), /found no values/);
});

const hostile: ArtifactTable = {
  label: "x",
  caption: "50 % of a_b & c #1 {d} ~ ^ \\ $5",
  reference: "A. Author. https://example.org/a_b",
  columns: ["=cmd", "t [\u00b5s]"],
  rows: [["a|b_c\x1b[2J", { value: 1.5, interval: [1, 2] }], ["d", "oom"]],
};

Deno.test("signs of LaTeX are escaped, and numbers stand right", () => {
  const text = printTable(hostile, "latex");
  assert.match(text, /^% Cite: A\. Author\. https:\/\/example\.org\/a_b$/m);
  assert.ok(
    text.includes(
      "\\caption{50 \\% of a\\_b \\& c \\#1 \\{d\\} \\textasciitilde{} \\textasciicircum{} " +
        "\\textbackslash{} \\$5}",
    ),
    text,
  );
  assert.ok(text.includes("\\begin{tabular}{lr}"));
  assert.ok(text.includes("    =cmd & t [$\\mu$s] \\\\"));
  assert.ok(text.includes("    a\\textbar{}b\\_c [2J & 1.50 {\\scriptsize [1.00, 2.00]} \\\\"), text);
});

Deno.test("a table of LaTeX that is wide has texts and headings in lines and intervals below values", () => {
  const statement = "Each optimisation step lowers the epoch time of a single socket on blog;amazon.";
  const value: TableCell = { value: 1.5, interval: [1, 2] };
  const table = (values: number): ArtifactTable => ({
    label: "wide",
    caption: "",
    reference: "",
    columns: ["Claim", ...Array.from({ length: values }, (_, i) => `equal vertices, streaming ${i}`)],
    rows: [[statement, ...Array.from({ length: values }, () => value)]],
  });
  const narrow = printTable(table(1), "latex"), wide = printTable(table(5), "latex");
  assert.match(narrow, /\\begin\{tabular\}\{>\{\\raggedright\\arraybackslash\}p\{0\.[67]\d\\linewidth\}r\}/);
  assert.ok(narrow.includes("1.50 {\\scriptsize [1.00, 2.00]}"), narrow);
  assert.ok(
    narrow.includes("\\begin{tabular}[b]{@{}r@{}}equal\\\\vertices,\\\\streaming 0\\end{tabular}"),
    narrow,
  );
  assert.ok(narrow.includes("on blog;\\allowbreak{}amazon"), narrow);
  assert.ok(!narrow.includes("\\footnotesize"), narrow);
  assert.ok(
    wide.includes("\\begin{tabular}[t]{@{}r@{}}1.50\\\\{\\scriptsize [1.00, 2.00]}\\end{tabular}"),
    wide,
  );
  assert.ok(wide.includes("  \\footnotesize\\setlength{\\tabcolsep}{3pt}\n"), wide);
});

Deno.test("a text of many lines leaves another of several lines its width in LaTeX", () => {
  const columns = ["Claim", "Premise"], texts = (length: number) => "word ".repeat(length).trim();
  const table = { label: "long", caption: "", reference: "", columns, rows: [[texts(20), texts(200)]] };
  const [claim, premise] = [...printTable(table, "latex").matchAll(/p\{(0\.\d+)\\linewidth\}/g)].map((
    [, width],
  ) => width);
  assert.equal(claim, premise);
});

Deno.test("no line of LaTeX begins with what the line end before it takes for an argument", () => {
  const table: ArtifactTable = {
    label: "x",
    caption: "",
    reference: "",
    columns: ["[a]", "a quantity [ms]"],
    rows: [["[b]", { value: 1 }], ["*", { value: 2 }]],
  };
  const text = printTable(table, "latex");
  assert.doesNotMatch(text, /(\\\\|rule)\s*[[*]/);
  for (const shown of ["{}[a] &", "a quantity\\\\{}[ms]", "{}[b] &", "{}* &"]) {
    assert.ok(text.includes(shown), text);
  }
});

Deno.test("long factors of a text can be broken in LaTeX", () => {
  const rows = [["opt=OPT_UPDATE+SYNC_MBC; n = 3", "x"]];
  const text = printTable({ label: "x", caption: "", reference: "", columns: ["a", "b"], rows }, "latex");
  assert.ok(text.includes("opt=\\allowbreak{}OPT\\_UPDATE+\\allowbreak{}SYNC\\_MBC; n = 3"), text);
});

Deno.test("a cell of Markdown cannot end its column", () => {
  const lines = printTable(hostile, "markdown").split("\n");
  assert.equal(lines[1], "| --- | ---: |");
  assert.equal(lines[2], "| a\\|b\\_c \\[2J | 1.50 [1.00, 2.00] |");
  assert.ok(lines.at(-1)?.endsWith("https://example.org/a_b"));
});

Deno.test("CSV has unrounded values, ends of intervals in columns of their own, and no formula", () => {
  const { header, records } = parseCsv(printTable(hostile, "csv") + "\n", { file: "table.csv" });
  assert.deepEqual(header, ["'=cmd", "t [\u00b5s]", "t [\u00b5s] (low)", "t [\u00b5s] (high)"]);
  assert.deepEqual(Object.values(records[0]).slice(1), ["1.5", "1", "2"]);
  assert.deepEqual(Object.values(records[1]).slice(1), ["oom", "", ""]);
});
