/** Sessions that lie in the repository, and what the page of recorded sessions says of them. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseCsv } from "../../platform/files/csv.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { RandomStream } from "../../platform/random.ts";
import { recordedBenches } from "../../experiments/bench/recorded_benches.ts";
import { compareSessions } from "../../results/compare/compare.ts";
import { explainContents } from "../../results/explain.ts";
import { measureNoise, renderNoise } from "../../results/noise.ts";
import { recordedArchives } from "../../results/recordings/recorded_archives.ts";
import { recordedTable, withTable } from "../../results/recordings/recorded_table.ts";
import { rebuildReport } from "../../results/report/report_command.ts";
import { countingRows } from "../../results/store/counting_rows.ts";
import { readSession } from "../../results/store/store.ts";
import { todaysClaims } from "../../experiments/stored_sessions/todays_claims.ts";

const home = fileURLToPath(new URL("../..", import.meta.url));
const recorded = join(home, "results", "recorded");

/** Rows of the session that was recorded before there were archives. */
const EARLY_ROWS = 19_656;
const early = join(recorded, "amd-epyc-2-threads", "standard.zip");

/** Numbers of claims and of published numbers that some papers have: in the lists beside their suites. */
async function publishedPapersOf(papers: readonly string[]): Promise<{ claims: number; numbers: number }> {
  const count = { claims: 0, numbers: 0 };
  for (const paper of papers) {
    const lines = async (file: string) => {
      const text = await Deno.readTextFile(join(home, "experiments", paper, file));
      return parseCsv(text, { file }).records.length;
    };
    count.claims += await lines("claims.csv");
    count.numbers += await lines("published.csv");
  }
  return count;
}

/** Paragraphs of the page of recorded sessions that name one. */
function remarksOn(archive: string): string[] {
  const page = Deno.readTextFileSync(new URL("../../results/recorded/README.md", import.meta.url));
  const name = archive.split(/[\\/]/).slice(-2).join("/");
  return page.split("\n\n").map((text) => text.replaceAll("\n", " "))
    .filter((text) => text.includes(`\`${name}\``));
}

/** Commit whose files a session ran, where the page says so, as its rows do not. */
function filesOf(archive: string): string | undefined {
  return remarksOn(archive).map((text) => /ran the files of commit `([0-9a-f]{12})`/.exec(text)?.[1])
    .find((commit) => commit !== undefined);
}

/** Whether the page says that a session was ended before its last comparison. */
function wasEnded(archive: string): boolean {
  return remarksOn(archive).some((text) => text.includes("was ended before its last comparison"));
}

Deno.test("recorded sessions are whole, of a clean commit or one that the page names, and read by the code of today", async () => {
  let sessions = 0;
  for (const archive of await recordedArchives()) {
    const remark = (text: string) => assert.fail(text);
    const { document, rows, journal, claims, comparisons } = await readSession(archive, { remark });
    // A recording in a given time leaves comparisons out; a run without a limit has all, or the page says so.
    assert.ok(document.finished || document.command[0] === "record" || wasEnded(archive), archive);
    assert.ok(rows.length > 0, archive);
    assert.equal(rows.length, sumOf(journal, (comparison) => comparison.rows), archive);
    const isClean = rows.every(({ commit }) => /^[0-9a-f]{12}$/.test(commit));
    assert.ok(isClean || filesOf(archive) !== undefined, archive);
    // A bench runs suites of this project, and those of a paper that have targets.
    const papers = document.papers.map(({ id }) => id).filter((id) => id !== "own").sort();
    assert.deepEqual([...new Set(claims.map(({ paper }) => paper))].sort(), papers, archive);
    const all = await publishedPapersOf(papers);
    assert.equal(claims.length, all.claims, archive);
    const published = new Set(comparisons.map(({ published_id }) => published_id));
    assert.equal(published.size, all.numbers, archive);
    // Only the early one has no samples, and its journal says so.
    const leftOut = journal.filter(({ samplesKept }) => samplesKept === false).length;
    assert.equal(
      leftOut,
      archive === early ? journal.filter(({ samples }) => samples > 0).length : 0,
      archive,
    );
    sessions++;
  }
  assert.ok(sessions > 0);
});

Deno.test(`report, compare, explain and noise work on all ${EARLY_ROWS} rows of the early recorded session`, async () => {
  const contents = await readSession(early);
  const { rows } = contents;
  assert.equal(rows.length, EARLY_ROWS);
  const to = await Deno.makeTempDir();
  try {
    const { scorecard, report } = await rebuildReport({ root: recorded, session: early, to });
    assert.ok(scorecard.length > 0);
    assert.match(await Deno.readTextFile(report), /2026-11-21T21-49-34-wasm/);
  } finally {
    await Deno.remove(to, { recursive: true });
  }

  const { changes, pairs: [{ cells, onlyA, onlyB }] } = compareSessions(contents, [contents]);
  assert.deepEqual([onlyA.length, onlyB.length, changes.length], [0, 0, 0]);
  assert.ok(cells.length > 0.99 * countingRows(rows).length, `${cells.length} cells`);
  const moved = cells.filter(({ outcome }) => !["equal", "noted", "not comparable"].includes(outcome));
  assert.deepEqual(moved.map(({ a }) => a.cell), []);

  const stream = new RandomStream(11, "cells to explain");
  let leftOut = 0;
  for (let i = 0; i < 50; i++) {
    const { cell } = rows[Math.floor(stream.uniform() * rows.length)];
    const text = explainContents(contents, { cell, folder: early });
    assert.ok(text.startsWith(cell), cell);
    assert.match(text, /Repeat: deno task repro/);
    if (text.includes("The samples are not kept in this session.")) leftOut++;
  }
  assert.ok(leftOut > 0);

  const noise = await measureNoise({ root: recorded, session: early });
  assert.ok(noise.cells.length > 2000, `${noise.cells.length} times`);
  assert.match(renderNoise(noise), /2127 times/);
});

Deno.test("the page of the recorded sessions has the table that their archives make", async () => {
  const file = join(recorded, "README.md");
  const page = await Deno.readTextFile(file);
  const table = await recordedTable(await recordedArchives());
  assert.equal(table.split("\n").length - 2, (await recordedArchives()).length);
  assert.equal(page, withTable(page, { name: "sessions", table, file }), "deno task recorded writes it anew");
});

Deno.test("the page of the recorded sessions has the table of benches that their archives make", async () => {
  const file = join(recorded, "README.md"), page = await Deno.readTextFile(file);
  const table = await recordedBenches(await recordedArchives());
  assert.match(table, /\| SpMM, DGL, copy_u +\|.*\| 1\.61x \[1\.57, 1\.65\], 5 of 8: open/);
  assert.equal(page, withTable(page, { name: "benches", table, file }), "deno task recorded writes it anew");
});

Deno.test("the page's numbers of claims stand in their evidence, with their verdicts, by today's rules", async () => {
  const page = await Deno.readTextFile(join(recorded, "README.md"));
  const claims = todaysClaims(await readSession(join(recorded, "amd-epyc-avx512-2-threads", "standard.zip")));
  const lines = [...page.matchAll(/^\| `([\w-]+\.q\.[\w-]+)` \| .+ \| (.+) \| `([\w-]+)` \|$/gm)];
  assert.equal(lines.length, 9);
  for (const [, id, measured, verdict] of lines) {
    const claim = claims.find(({ claim_id }) => claim_id === id)!;
    assert.equal(claim.verdict, verdict, id);
    const numbers = measured.match(/[\d.]+ \[[\d.]+, [\d.]+\]/g) ?? [];
    assert.ok(numbers.length > 0, id);
    for (const number of numbers) assert.ok(claim.evidence.includes(number), `${id}: ${number}`);
  }
});

Deno.test("the page's numbers of group sizes and of tuning on a card are those of its sessions", async () => {
  const text = (await Deno.readTextFile(join(recorded, "README.md"))).replaceAll(/\s+/g, " ");
  const three = (value: number | undefined) => value!.toPrecision(3);
  const session = (name: string) => readSession(join(recorded, "nvidia-h200", `${name}.zip`));
  const figure5 = await session("eppgcn-figure-5"), groups = await session("eppgcn-groups");
  const find = ({ rows }: typeof groups, cell: string, metric: string) =>
    rows.find((row) => row.cell === `eppgcn/${cell}` && row.metric === metric)!;
  const ratio = ({ median, ci_lo, ci_hi }: ReturnType<typeof find>) =>
    `${three(median)}x [${three(ci_lo)}, ${three(ci_hi)}]`;
  for (const matrix of ["graph", "graph-integer"]) {
    const slowdown = ratio(find(figure5, `figure-5:blog:gs2:${matrix}`, "time_over_64"));
    const best = find(figure5, `figure-5:blog:sweep:${matrix}`, "optimal_group_size").median;
    assert.ok(text.includes(`| ${slowdown} | ${best} |`), `${slowdown}, ${best}`);
  }
  const [edges, vertices, degree, width] = ["edges", "vertices", "averageDegree", "width"].map((variable) =>
    three(find(groups, `table-2:${variable}:bivariate`, "pearson_r").median)
  );
  const correlations = `edges most, r = ${edges}; with the vertices ${vertices}, the average degree, ` +
    `which the paper has first, ${degree}, the width ${width}.`;
  assert.ok(text.includes(correlations), correlations);
  const [cora, citeseer, pubmed] = ["cora", "citeseer", "pubmed"].map((graph) =>
    ratio(find(groups, `figure-8:${graph}:regression`, "speedup_over_gnnadvisor"))
  );
  const gains = `${cora} as fast as GNNAdvisor's on Cora, ${citeseer} on Citeseer, ${pubmed} on Pubmed.`;
  assert.ok(text.includes(gains), gains);
  const { tuning = [] } = groups.document;
  assert.ok(text.includes(`${tuning.length} of them`));
  const gainsOf = (kernel: string, columns: number, parameter: string) =>
    tuning.filter((each) =>
      each.name.startsWith(`${kernel}, ${columns} `) && each.parameter === parameter &&
      each.chosen !== each.standard
    ).map(({ candidates, chosen }) => three(candidates.find(({ value }) => value === chosen)!.ratio));
  for (
    const [kernel, columns, parameter] of [
      ...[64, 128].map((columns) => ["row-split", columns, "load"] as const),
      ["merge-split", 64, "load"],
      ["row-split", 604, "workgroup"],
    ] as const
  ) {
    const [within, beyond] = gainsOf(kernel, columns, parameter);
    assert.ok(text.includes(`${within}x and ${beyond}x`), `${kernel}, ${columns}: ${within}x and ${beyond}x`);
  }
  const lanes = [128, 256, 604].flatMap((columns) => gainsOf("neighbor-group", columns, "dimWorkers")).sort();
  assert.ok(lanes.length === 6 && text.includes(`${lanes[0]}x to ${lanes.at(-1)}x`), `${lanes}`);
  const shared = tuning.filter(({ parameter }) => parameter === "broadcast");
  assert.ok(shared.length > 0 && shared.every(({ chosen }) => chosen === 1));
});

Deno.test("the page's numbers of the audit of baselines are those of its recorded sessions", async () => {
  const text = await Deno.readTextFile(join(recorded, "README.md"));
  const techniques = {
    "hetu-gnn": "dense tiles",
    "fastgl": "mini-batches by Match",
    "roc": "planned transfers",
    "eppgcn": "execution paths",
    "distgnn-mb": "pushed embeddings",
  };
  const sessions = [
    "intel-xeon-avx512-2-threads/baselines.zip",
    "amd-epyc-2-threads/baselines.zip",
    "amd-epyc-avx512-2-threads/techniques.zip",
  ];
  const remaining = await Promise.all(sessions.map(async (session) => {
    const { rows } = await readSession(join(recorded, session));
    return (paper: string, contender: string) => {
      const { median, ci_lo, ci_hi, n } = rows.find((row) =>
        row.metric === "remaining" && row.cell === `own/baselines:${paper}:${contender}`
      )!;
      assert.equal(n, 15);
      const [middle, low, high] = [median, ci_lo, ci_hi].map((value) => value!.toPrecision(3));
      return { low: ci_lo!, text: `${middle}x [${low}, ${high}]` };
    };
  }));
  for (const [paper, technique] of Object.entries(techniques)) {
    const cells = remaining.flatMap((of) => [of(paper, "printed").text, of(paper, "tuned").text]);
    assert.ok(text.includes(`| ${technique} | ${cells.join(" | ")} |`), technique);
  }
  const wins = (contender: string) =>
    remaining.map((of) => Object.keys(techniques).filter((paper) => of(paper, contender).low > 1));
  assert.deepEqual(wins("printed"), [
    ["roc", "eppgcn", "distgnn-mb"],
    ["hetu-gnn", "roc", "eppgcn", "distgnn-mb"],
    ["roc", "eppgcn", "distgnn-mb"],
  ]);
  assert.deepEqual(wins("tuned"), [["eppgcn"], ["eppgcn"], ["eppgcn"]]);
});

Deno.test("the page's numbers on composition and on the map of communities are those of their sessions", async () => {
  const text = await Deno.readTextFile(join(recorded, "README.md"));
  for (
    const [device, session] of [
      ["AMD EPYC", "amd-epyc-2-threads/composition.zip"],
      ["AMD EPYC, AVX-512", "amd-epyc-avx512-2-threads/techniques.zip"],
      ["Intel Xeon", "intel-xeon-avx512-2-threads/composition.zip"],
    ] as const
  ) {
    const { rows } = await readSession(join(recorded, session));
    const alone = rows.find((row) =>
      row.metric === "alone" && row.cell === "own/composition-training:reddit:effect:tiles"
    )!;
    const [middle, low, high] = [alone.median, alone.ci_lo, alone.ci_hi].map((each) => each!.toPrecision(3));
    assert.ok(text.includes(`${middle}x [${low}, ${high}]`), `tiles alone on ${device}: ${middle}`);
    for (const [graph, workload] of [["Reddit at 1/32", "reddit"], ["Products at 1/64", "ogbn-products"]]) {
      const cells = ["product", "together"].map((metric) => {
        const { median, ci_lo, ci_hi } = rows.find((row) =>
          row.metric === metric && row.cell === `own/composition-training:${workload}:together`
        )!;
        const [middle, low, high] = [median, ci_lo, ci_hi].map((value) => value!.toPrecision(3));
        return `${middle}x [${low}, ${high}]`;
      });
      const line = `| ${graph} | ${device} | ${cells.join(" | ")} |`;
      assert.ok(text.includes(line), line);
    }
  }
  const { rows } = await readSession(join(recorded, "intel-xeon-avx512-2-threads", "crossover.zip"));
  const surely = (metric: string, points: RegExp) =>
    rows.filter((row) =>
      row.suite === "own/crossover-community" && row.contender === "rabbit:row-split" &&
      row.metric === metric && points.test(row.cell) && row.ci_lo! > 1
    ).length;
  const any = /:\d+-\d+:/, shuffled = /:\d+-(20|40|100):/;
  assert.deepEqual(
    [surely("speedup", any), surely("speedup", shuffled), surely("prepared_speedup", any)],
    [21, 12, 13],
  );
  assert.match(text.replaceAll(/\s+/g, " "), /pays at 21 of 29 points, at all 12 where .* products, at 13\./);
});

Deno.test("the page's numbers of epochs beside their limits and of overlap are those of their sessions", async () => {
  const text = (await Deno.readTextFile(join(recorded, "README.md"))).replaceAll(/\s+/g, " ");
  const three = (value: number) => value.toPrecision(3);
  const numberText = async (session: string, cell: string, metric: string, unit: string) => {
    const { rows } = await readSession(join(recorded, "intel-xeon-avx512-2-threads", `${session}.zip`));
    const row = rows.find((each) => each.cell === `distgnn-mb/${cell}` && each.metric === metric)!;
    assert.equal(row.n, 15);
    return `${three(row.median!)}${unit} [${three(row.ci_lo!)}, ${three(row.ci_hi!)}]`;
  };
  for (
    const [session, cell, metric, unit] of [
      ["epoch-limits", "epoch-limits:r1:blocking", "epoch_time", " s"],
      ["epoch-limits", "epoch-limits:r2:blocking", "epoch_time", " s"],
      ["epoch-limits", "epoch-limits:r2:blocking", "time_over_limit", "x"],
      ["epoch-limits", "epoch-limits:r2:10g:aep", "overlap_speedup", "x"],
      ["overlap", "overlap:1g:d1:graphsage", "overlap_speedup", "x"],
    ] as const
  ) {
    const number = await numberText(session, cell, metric, unit);
    assert.ok(text.includes(number), `${cell} ${metric}: ${number}`);
  }
});

Deno.test("the page's numbers of long trainings are those of their sessions, signs left out", async () => {
  const text = (await Deno.readTextFile(join(recorded, "README.md"))).replaceAll(/\s+/g, " ");
  for (
    const [session, cell, metric] of [
      ...["intel-xeon-avx512-2-threads/accuracy", "amd-epyc-2-threads/accuracy"].flatMap((session) => [
        [session, "roc/figure-7:best:layers-4", "gain_over_layers_3"],
        [session, "roc/figure-7:best:graphsage", "gain_over_gcn"],
        [session, "roc/figure-7:best:layers-2", "width_gain"],
        [session, "roc/figure-7:best:layers-4", "width_gain"],
      ]),
      ["amd-epyc-2-threads/accuracy-ranks", "distgnn-mb/table-3:facebook:gat:aep-16", "accuracy_gap"],
    ] as const
  ) {
    const { rows } = await readSession(join(recorded, `${session}.zip`));
    const row = rows.find((each) => each.cell === cell && each.metric === metric)!;
    const ends = [row.ci_lo!, row.ci_hi!].map(Math.abs).sort((a, b) => a - b);
    const [value, low, high] = [Math.abs(row.median!), ...ends].map((number) => number.toPrecision(3));
    assert.ok(text.includes(`${value} [${low}, ${high}]`), `${cell} ${metric}: ${value} [${low}, ${high}]`);
  }
  const { rows } = await readSession(join(recorded, "amd-epyc-2-threads", "accuracy-fastgl.zip"));
  const ratio = ({ median, ci_lo, ci_hi }: typeof rows[number]) =>
    [median, ci_lo, ci_hi].map((value) => value!.toFixed(3));
  const [products, reddit] = ["ogbn-products", "reddit"].map((graph) =>
    ratio(
      rows.find(({ cell, metric }) =>
        cell === `fastgl/figure-16:${graph}:GCN:end:policy:fastgl` && metric === "final_loss_ratio"
      )!,
    )
  );
  const [value, low, high] = products;
  assert.ok(text.includes(`${value} [${low}, ${high}] times the final loss of GCN`), `${products}`);
  assert.deepEqual(reddit, ["1.000", "1.000", "1.000"]);
});
