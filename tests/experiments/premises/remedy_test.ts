/** Remedies of unmet premises: what they name, and what they cost. @module */
import assert from "node:assert/strict";
import { readClaims } from "../../../experiments/claims/published_claims.ts";
import { publishedPapers } from "../../../experiments/papers.ts";
import { remedyCost } from "../../../experiments/premises/remedy.ts";
import { type Profile, PROFILES } from "../../../experiments/profiles.ts";
import { allDatasets } from "../../../datasets/registry.ts";
import { decideClaims, premiseConditions } from "../../../experiments/session/verdicts/claim_verdicts.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { allSuites } from "../../../experiments/suites.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Row } from "../../../results/row.ts";

/** Rows of every cell of a suite, its time among them, with a value that lies in no range. */
function rowsOutside(suite: Suite): Row[] {
  return suite.workloads(PROFILES.standard).flatMap(({ id: workload, dataset = "" }) =>
    suite.contenders.flatMap(({ id: contender }) =>
      Object.entries({ time: { unit: "ms" }, ...suite.metrics }).map(([metric, { unit }]) => ({
        suite: suite.id,
        cell: `${suite.id}:${workload}:${contender}`,
        contender,
        dataset: dataset === "" || dataset.includes("@") ? dataset : `${dataset}@1/1024`,
        dataset_kind: dataset === "" ? "" : "stand-in",
        metric,
        median: NaN,
        n: 1,
        unit,
        status: "ok",
        source: metric.startsWith("card_") ? "modelled" : "measured",
        backend: "x86",
        adapter_kind: "none",
        threads: 2,
        attempt: 1,
      } as Row))
    )
  );
}

/** Words of an action that a reader can take: another size, profile, device, number of ranks, data or command. */
const ACTION =
  /@1\/|--profile|--device|--data-dir|deno task|published files|ranks|cores|a GPU|a device|a card|P100|more |layers|no filter/;

Deno.test("every claim out of its regime says what would be in it, and what graphs take that it names", () => {
  const suites = allSuites(), papers = publishedPapers();
  const rules = new Map(suites.flatMap(({ claims }) => claims.map((rule) => [rule.claimId, rule])));
  const verdicts = decideClaims(papers, suites, {
    session: "s",
    seed: 1,
    rows: suites.flatMap(rowsOutside),
    samples: [],
    smallestDifference: 0.03,
    callMs: 0.01,
    backend: "x86",
    adapterKind: "none",
    profile: "standard",
  });
  const outside = verdicts.filter(({ verdict }) => verdict === "out-of-regime");
  const asked = papers.flatMap(readClaims).filter(({ claimId, tier }) =>
    tier !== "peer" && (rules.get(claimId)?.premise ?? []).length > 0
  );
  const inside = asked.filter(({ claimId }) => outside.every(({ claim_id }) => claim_id !== claimId));
  // The first is priced at the published sizes, whatever was measured; the seeds of the second are those of the
  // publisher's labels, of which stand-ins have none.
  const always = ["hetu-gnn.q.comm-dominates-large", "eppgcn.q.accuracy"];
  assert.deepEqual(inside.map(({ claimId }) => claimId), always);
  for (const { claim_id, reason } of outside) {
    const remedy = reason.slice(reason.indexOf("; in the regime: ") + "; in the regime: ".length);
    assert.match(remedy, ACTION, claim_id);
    if (/@1\/[0-9]|published files/.test(remedy)) assert.match(remedy, /stored edges/, claim_id);
  }
});

Deno.test("every condition of a claim names what would meet it", () => {
  const tiers = new Map(publishedPapers().flatMap(readClaims).map(({ claimId, tier }) => [claimId, tier]));
  for (const rule of allSuites().flatMap(({ claims }) => claims)) {
    for (const { text, elsewhere } of premiseConditions(rule, tiers.get(rule.claimId)!)) {
      assert.match(elsewhere, ACTION, `${rule.claimId}: ${text}`);
    }
  }
});

const REDDIT = {
  workloads: (
    { id }: Profile,
  ) => [{ id: "a", dataset: id === "paper" ? "reddit" : "reddit@1/64", factors: {} }],
  rows: [{ dataset: "reddit@1/16", dataset_kind: "stand-in" }],
} as const;

Deno.test("a remedy's graphs have their edges, times of those measured, and bytes", () => {
  const cost = (elsewhere: string) => remedyCost(elsewhere, REDDIT);
  assert.equal(
    cost("reddit@1/4, and reddit@1/4.7"),
    "reddit@1/4: 28.7 M stored edges, 352.6 MiB, about 4 times the minutes",
  );
  // Smaller than what was measured: no longer.
  assert.equal(cost("reddit@1/32."), "reddit@1/32: 3.58 M stored edges, 44.1 MiB");
  assert.equal(
    cost("a larger graph (--profile paper)"),
    "reddit: 115 M stored edges, 1.38 GiB, about 16 times the minutes",
  );
  assert.match(cost("the published files (see deno task datasets)"), /^files of reddit: 115 M stored edges/);
  assert.equal(cost("a CPU of 16 cores or more"), "");
  assert.equal(cost("--device webgpu on a machine with a GPU"), "");
  assert.equal(cost("nothing@1/4"), "");
});

Deno.test("a profile's remedy is priced at its largest graph, which is drawn smaller where the profile has a maximum", () => {
  const cost = (profile: string, ...datasets: readonly string[]) =>
    remedyCost(`a larger graph (--profile ${profile})`, {
      workloads: () => datasets.map((dataset) => ({ id: dataset, dataset, factors: {} })),
      rows: [],
    }).split(" stored")[0];
  assert.equal(cost("paper", "reddit"), "reddit: 115 M");
  assert.equal(cost("standard", "reddit"), "reddit@1/16: 7.16 M");
  assert.equal(cost("standard", "reddit@1/64"), "reddit@1/64: 1.79 M");
  for (const order of [["cora", "reddit", "pubmed"], ["reddit", "pubmed", "cora"]]) {
    assert.equal(cost("paper", ...order), "reddit: 115 M");
  }
});

Deno.test("published files have their bytes where the catalogue knows those of all", () => {
  const cost = (...datasets: readonly string[]) =>
    remedyCost("the published files", {
      workloads: () => [],
      rows: datasets.map((dataset) => ({ dataset, dataset_kind: "stand-in" })),
    });
  const known = allDatasets().filter(({ sources: [source] }) => source?.files.every(({ bytes }) => bytes));
  assert.ok(known.length > 0 && known.length < allDatasets().length);
  for (const { id, sources: [{ files }] } of known.slice(0, 3)) {
    const total = formatBytes(sumOf(files, ({ bytes = 0 }) => bytes));
    assert.ok(cost(`${id}@1/64`).endsWith(` stored edges, ${total}`), id);
  }
  assert.match(cost("reddit@1/16", "reddit@1/64"), /^files of reddit: 115 M stored edges$/);
});
