/** Published numbers and claims: complete, unaltered, reasoned, joinable and judged by one rule. @module */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { readClaims, TIERS } from "../../../experiments/claims/published_claims.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { findPaper, papers, publishedPapers } from "../../../experiments/papers.ts";
import {
  CONTEXT_KEYS,
  convert,
  duplicateOf,
  formatConfig,
  joinPublished,
  matches,
  parseConfig,
  parsePublished,
  type PublishedKey,
  type PublishedRow,
  readPublished,
  REASONS,
} from "../../../experiments/published/mod.ts";
import { printedTolerance, TEXT_UNITS, UNITS } from "../../../experiments/published/units.ts";
import { readTableText } from "../../../experiments/table_file.ts";
import { DataError, UsageError } from "../../../platform/errors.ts";

/** Rows, and digests of the tables as they were copied from the papers, without the column that this repository appends. */
const COPIED = {
  "hetu-gnn": { rows: 136, sha256: "56d0ec3e6b5e9bb72181f1794e9b1f40264177b4cce1eeee1892e66a7777dc17" },
  "fastgl": { rows: 237, sha256: "24690b373d1f45fb805aa59755b1a76b95223ff70376087fc7dd9811961ef9ef" },
  "roc": { rows: 117, sha256: "999c5ba74b0e687b05e6e16eeb1051e6af46cc2f4f4cdca43ec3ece37a5285fb" },
  "eppgcn": { rows: 216, sha256: "f20e1c60d593d5c7fb08ee05dcae378bd1a700a3786e046eaee55ad69c41cfcd" },
  "distgnn-mb": { rows: 131, sha256: "72fc59dc0935a12b23ae56bffd28ba11197b4812c1f4e39b77b67d9c8cbd138b" },
} as Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
const CLAIMS_SHA256 = "d7fba7c35d3609f559c97e4b40643a3f5809d34b77f15dea1d0e896e2151faf1";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const dropLastColumn = (text: string) => text.replaceAll(/,[^,\n]*$/gm, "");
const PAPERS = Object.keys(COPIED).map(findPaper);
const PUBLISHED = PAPERS.flatMap(readPublished);
const CLAIMS = PAPERS.flatMap(readClaims);
const byId = new Map(PUBLISHED.map((row) => [row.claimId, row]));

function row(id: string): PublishedRow {
  const found = byId.get(id);
  assert.ok(found, id);
  return found;
}

Deno.test("all published rows are there, unaltered but for the appended reason", () => {
  for (const paper of PAPERS) {
    const { id } = paper, [text] = readTableText(paper, "published");
    assert.equal(readPublished(paper).length, COPIED[id].rows, id);
    assert.equal(digest(dropLastColumn(text)), COPIED[id].sha256, id);
    assert.ok(text.startsWith("paper,artifact,claim_id,") && text.split("\n")[0].endsWith(",context,reason"));
  }
  assert.equal(byId.size, PUBLISHED.length);
});

Deno.test("all claims are there, unaltered but for the appended tier and premise", () => {
  const appended = new RegExp(`,(?:tier|${TIERS.join("|")}),(?:"[^\\n]*"|[^",\\n]*)$`, "gm");
  const texts = PAPERS.map((paper) => readTableText(paper, "claims")[0].replaceAll(appended, ""));
  const joined = texts.map((text, index) => index === 0 ? text : text.slice(text.indexOf("\n") + 1)).join("");
  assert.equal(digest(joined), CLAIMS_SHA256);
  assert.equal(new Set(CLAIMS.map(({ claimId }) => claimId)).size, CLAIMS.length);
  for (const tier of TIERS) {
    assert.ok(CLAIMS.some((claim) => claim.tier === tier), `no claim of tier ${tier}`);
  }
});

Deno.test("tiers follow the paper's hardware: GPU papers time on GPUs, the CPU paper anywhere", () => {
  for (const { paper, claimId, tier } of CLAIMS) {
    if (findPaper(paper).device === "cpu") assert.ok(tier !== "time-gpu" && tier !== "cache-sim", claimId);
    else assert.notEqual(tier, "time-any", claimId);
  }
});

Deno.test("a reason is empty only for the rows that suites join", () => {
  const joined = PUBLISHED.filter(({ reason }) => reason === "");
  for (const { reason, claimId } of PUBLISHED) {
    const plain = (REASONS as readonly string[]).includes(reason);
    assert.ok(reason === "" || plain || duplicateOf(reason) !== undefined, claimId);
  }
  for (
    const { artifact, claimId } of PUBLISHED.filter((row) =>
      row.paper === "hetu-gnn" && row.artifact === "Table 3"
    )
  ) {
    assert.ok(joined.some((row) => row.claimId === claimId), `${artifact}: ${claimId}`);
  }
  assert.equal(row("hetu-gnn.f8.archaea.spmm-speedup").reason, "");
});

Deno.test("a duplicate prints its original's number again, at the precision of the coarser print", () => {
  const duplicates = PUBLISHED.filter(({ reason }) => duplicateOf(reason) !== undefined);
  assert.ok(duplicates.length > 40);
  for (const duplicate of duplicates) {
    const original = row(duplicateOf(duplicate.reason)!);
    assert.equal(original.paper, duplicate.paper, duplicate.claimId);
    assert.equal(duplicateOf(original.reason), undefined, `${duplicate.claimId} is a chain`);
    if (duplicate.number === undefined || original.number === undefined) {
      assert.equal(duplicate.value, original.value, duplicate.claimId);
      continue;
    }
    const [a, b] = [duplicate, original].map(({ number, unit }) => convert(number!, unit));
    const rounding = [duplicate, original].map(({ value, unit }) =>
      convert(printedTolerance(value), unit).value
    );
    // An integer says nothing of its decimals where it is a ratio: 2 is not 2.4.
    const tolerance = Number.isInteger(duplicate.number) ? 0 : Math.max(...rounding) * (1 + 1e-9);
    assert.equal(a.unit, b.unit, duplicate.claimId);
    assert.ok(
      Math.abs(a.value - b.value) <= tolerance,
      `${duplicate.claimId} ${duplicate.value} ${original.value}`,
    );
  }
});

Deno.test("every row has a number or is a text, and every config survives a round trip", () => {
  const notNumbers = new Set(["OOM", "-"]);
  for (const published of PUBLISHED) {
    const text = TEXT_UNITS.has(published.unit) || notNumbers.has(published.value);
    assert.equal(published.number === undefined, text, published.claimId);
    if (!text) assert.ok(UNITS.has(published.unit) && Number.isFinite(published.number), published.claimId);
    assert.deepEqual(parseConfig(formatConfig(published.config), { file: "" }), published.config);
  }
  assert.equal(row("eppgcn.eq3.beta2").number, -2.24342e-6);
  assert.equal(row("hetu-gnn.s5_4.pcie").number, undefined);
  const key = fc.stringMatching(/^[a-z_]{1,8}$/);
  const value = fc.stringMatching(/^[ -:<-~]{0,12}$/);
  fc.assert(fc.property(fc.dictionary(key, value), (config) => {
    assert.deepEqual({ ...parseConfig(formatConfig(config), { file: "" }) }, { ...config });
  }));
});

Deno.test("a bad line is refused with its file and line", () => {
  const [text, source] = readTableText(findPaper("roc"), "published");
  const lines = text.trimEnd().split("\n");
  const reject = (index: number, line: string, complaint: RegExp, at = index + 1) =>
    assert.throws(() => parsePublished(lines.with(index, line).join("\n"), source), (error) => {
      assert.ok(error instanceof DataError);
      assert.equal(error.place.line, at);
      assert.match(error.message, complaint);
      return true;
    });
  const edit = (index: number, from: string, to: string) => lines[index].replace(from, to);
  assert.ok(lines[2].includes(",max,"));
  reject(2, edit(2, ",max,", ",most,"), /relation "most"/);
  reject(2, edit(2, "roc,Abstract", "fastgl,Abstract"), /paper "fastgl"/);
  reject(2, edit(2, ",x,", ",furlongs,"), /furlongs/);
  reject(2, edit(2, "duplicate-of:roc.f5.neugraph", "duplicate-of:roc.nothing"), /roc\.nothing/);
  reject(2, edit(2, "duplicate-of:roc.f5.neugraph", "duplicate-of:roc.abs.speedup"), /duplicate-of/);
  reject(
    2,
    edit(2, "duplicate-of:roc.f5.neugraph", "forgotten"),
    /reason "forgotten", wanted one of setting, .*, suite-missing, duplicate-of:CLAIM_ID, or nothing/,
  );
  reject(2, edit(2, "nodes=1", "nodes"), /config "nodes"/);
  reject(2, edit(2, "nodes=1", "nodes=1;nodes=2"), /each key once/);
  reject(2, lines[1], /second time/);
  reject(2, lines[2] + ",more", /15 fields/);
});

Deno.test("matching: metric and data set equal, config answered, context may stay unsaid", () => {
  const speedup = row("hetu-gnn.f8.reddit.spmm-speedup");
  const key: PublishedKey = {
    metric: "spmm_speedup",
    dataset: "reddit",
    config: { reorder: "rcm", scope: "whole", baseline: "none" },
  };
  assert.ok(matches(speedup, key));
  assert.ok(matches(speedup, { ...key, config: { ...key.config, reorder: "METIS", width: "128" } }));
  assert.ok(matches(speedup, { ...key, model: "gcn", system: "Hetu-GNN" }));
  assert.ok(matches(speedup, { ...key, config: { ...key.config, devices: "1" } }));
  assert.ok(!matches(speedup, { ...key, config: { ...key.config, devices: "8" } }));
  assert.ok(!matches(speedup, { ...key, config: { ...key.config, reorder: "degsort" } }));
  assert.ok(!matches(speedup, { ...key, config: { reorder: "rcm", scope: "whole" } }));
  assert.ok(!matches(speedup, { ...key, dataset: "archaea" }));
  assert.ok(!matches(speedup, { ...key, model: "GAT" }));
  assert.ok(!matches(speedup, { ...key, metric: "speedup" }));

  const { dataset: _, ...nowhere } = key;
  assert.ok(!matches(speedup, nowhere));
  const several = row("hetu-gnn.s5_6.ours-dgl-max");
  const epoch = { metric: "epoch_speedup", config: { opt: "reorder+block-sparse" } };
  assert.ok(matches(several, { ...epoch, dataset: "Proteins" }));
  assert.ok(matches(several, { ...epoch, dataset: several.dataset }));
  assert.ok(!matches(several, { ...epoch, dataset: "Archaea" }));
  const noDataset = row("distgnn-mb.s4_4.hit-l0");
  const hit = {
    metric: "hec_hit_rate",
    config: { layer: "L0", ranks: "64", cs: "1M", nc: "2000", ls: "2", d: "1" },
  };
  assert.ok(matches(noDataset, hit) && !matches(noDataset, { ...hit, dataset: "OGBN-Products" }));
  assert.ok(!CONTEXT_KEYS.has("ranks") && !CONTEXT_KEYS.has("sockets"));
});

Deno.test("a row matches the columns that it prints itself", () => {
  for (const published of PUBLISHED) {
    const config = Object.fromEntries(
      Object.entries(published.config).map(([key, value]) => [key, value.split("|")[0]]),
    );
    const { metric, dataset, model, system } = published;
    assert.ok(matches(published, { metric, dataset, model, system, config }), published.claimId);
  }
});

Deno.test("joining: every row has cells or a reason; neither, both and strays are listed", () => {
  const cell = (paper: string, metric: string, dataset: string, config: Record<string, string> = {}) => ({
    paper,
    key: { metric, dataset, config },
  });
  const sizes = ["vertices", "edges", "features", "classes"];
  const cells = [
    ...["reddit", "proteins", "archaea", "products"].flatMap((name) =>
      sizes.map((m) => cell("hetu-gnn", m, name))
    ),
    ...["reddit", "archaea"].flatMap((name) =>
      ["rcm", "metis"].map((reorder) =>
        cell("hetu-gnn", "spmm_speedup", name, { reorder, scope: "whole", baseline: "none" })
      )
    ),
  ];
  const measured = (row: PublishedRow) =>
    row.artifact === "Table 3" || row.artifact === "Figure 8" && row.metric === "spmm_speedup";
  const rows = PUBLISHED.filter((row) => row.reason !== "" || (row.paper === "hetu-gnn" && measured(row)));
  const whole = joinPublished(rows, cells);
  assert.deepEqual(whole.errors, []);
  assert.deepEqual(whole.strays, []);
  assert.equal(whole.entries.length, rows.length);
  for (const { row, cells } of whole.entries) assert.equal(cells.length > 0, row.reason === "", row.claimId);
  const speedup = whole.entries.find(({ row }) => row.claimId === "hetu-gnn.f8.reddit.spmm-speedup")!;
  assert.equal(speedup.cells.length, 2);

  assert.deepEqual(joinPublished(rows, cells.slice(1)).errors, [
    "hetu-gnn.t3.reddit.vertices has neither a cell nor a reason",
  ]);
  const both = joinPublished(rows, [...cells, cell("hetu-gnn", "hidden_dim", "products")]).errors;
  assert.deepEqual(both, [`hetu-gnn.s5_1.hidden-products has 1 cell(s), and yet the reason "setting"`]);
  const stray = cell("hetu-gnn", "vertices", "no such graph");
  assert.deepEqual(joinPublished(rows, [...cells, stray]).strays, [stray]);

  const threshold = { threshold: "5%", opt: "reorder+block-sparse" };
  const repeated = joinPublished([row("hetu-gnn.t5.reddit.5")], [
    cell("hetu-gnn", "epoch_time", "reddit", threshold),
  ]);
  assert.deepEqual([repeated.errors, repeated.strays, repeated.entries[0].cells], [[], [], []]);
});

Deno.test("conversion is linear, keeps order and agrees with the units' meaning", () => {
  const units = fc.constantFrom(...UNITS.keys());
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(fc.property(units, value, value, (unit, a, b) => {
    const [x, y, sum] = [a, b, a + b].map((v) => convert(v, unit).value);
    assert.ok(Math.abs(x + y - sum) <= 1e-9 * (1 + Math.abs(x) + Math.abs(y)));
    if (a < b) assert.ok(x <= y);
    assert.equal(convert(0, unit).value, 0);
    const base = convert(a, unit).unit;
    assert.deepEqual(convert(x, base), { value: x, unit: base }, "a base unit is its own base");
  }));
  assert.deepEqual(convert(1.61, "B"), { value: 1.61e9, unit: "count" });
  assert.deepEqual(convert(2, "M"), convert(2e6, "edges"));
  assert.deepEqual(convert(5, "%"), convert(0.05, "fraction"));
  assert.deepEqual(convert(100, "Gb/s"), convert(12.5, "GB/s"));
  assert.deepEqual(convert(250, "ms"), convert(0.25, "s"));
  assert.throws(() => convert(1, "label"), UsageError);
  assert.throws(() => convert(1, "parsecs"), UsageError);
});

Deno.test("the rounding of a printed number is half a unit of its last digit", () => {
  const cases = [["0.11", 0.005], ["123", 0.5], ["2.28E-04", 0.5e-6], ["1.50", 0.005]] as const;
  for (const [printed, rounding] of cases) {
    assert.ok(Math.abs(printedTolerance(printed) / rounding - 1) < 1e-9, printed);
  }
  fc.assert(fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(6), (value, digits) => {
    const printed = value.toFixed(digits);
    assert.ok(Math.abs(Number(printed) - value) <= printedTolerance(printed) * (1 + 1e-6));
  }));
});

Deno.test("papers are found by id; those that print numbers have reference, hardware and a dataset for every name", () => {
  for (const { id, reference, hardware, title, device, datasets, tables } of publishedPapers()) {
    assert.ok(reference !== null && reference.authors.length > 0 && hardware !== null && title !== "", id);
    assert.ok(device !== null && tables !== null, id);
    for (const ours of Object.values(datasets)) assert.equal(datasetRecord(ours).id, ours);
    const printed = new Set(PUBLISHED.filter(({ paper }) => paper === id).map(({ dataset }) => dataset));
    for (const name of Object.keys(datasets)) {
      assert.ok([...printed].some((names) => names.split(";").includes(name)), `${id} prints no ${name}`);
    }
  }
  assert.ok(papers().some(({ reference }) => reference === null));
  assert.throws(() => findPaper("hetu"), UsageError);
});
