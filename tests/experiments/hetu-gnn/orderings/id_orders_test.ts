/** Claims of Figure 8 under several orders of ids: one sign, or where it turns. @module */
import assert from "node:assert/strict";
import { parseDatasetName } from "../../../../datasets/generators/stand_in.ts";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure8 } from "../../../../experiments/hetu-gnn/orderings/figure_8.ts";
import { figure8Ids } from "../../../../experiments/hetu-gnn/orderings/figure_8_ids.ts";
import { figure8Times } from "../../../../experiments/hetu-gnn/orderings/figure_8_times.ts";
import { cardWithWarps } from "../../../../experiments/hetu-gnn/orderings/hit_rates.ts";
import { leadOver } from "../../../../experiments/hetu-gnn/orderings/ordering_leads.ts";
import { oneSign, type RateQuestion } from "../../../../experiments/hetu-gnn/orderings/swept_rates.ts";
import { leadsUnderAllIds, realOrSweptIds } from "../../../../experiments/hetu-gnn/orderings/swept_times.ts";
import { findPaper } from "../../../../experiments/papers.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { decideClaims } from "../../../../experiments/session/verdicts/claim_verdicts.ts";
import { nnz } from "../../../../graph/csr.ts";
import { scaleGeometry } from "../../../../hardware/cache_simulator/cache_geometry.ts";
import { PUBLISHED_CARDS } from "../../../../hardware/models/published_cards.ts";
import type { ClaimPart } from "../../../../results/verdicts/evidence.ts";
import type { Row } from "../../../../results/row.ts";
import { testExactLab } from "../../lab.ts";

type Values = Readonly<Record<string, number>>;

function cell(suite: string, workload: string, contender: string, values: Values, isReal = false): Row[] {
  return Object.entries(values).map(([metric, median]) => ({
    suite,
    cell: `${suite}:${workload}:${contender}`,
    contender,
    metric,
    median,
    dataset: workload,
    dataset_kind: isReal ? "real" : "stand-in",
    source: "simulated",
    status: "ok",
    unit: "1",
    attempt: 1,
  } as Row));
}

/** Rates of METIS over the natural order's 50 %, by workload of the sweep; on Figure 8 itself it is `main`. */
function ratesOf(main: number, at: (workload: string) => number, isReal = false): Row[] {
  const rates = (suite: string, workload: string, metis: number) => [
    ...cell(suite, workload, "natural", { l2_hit_rate: 50 }, isReal && suite === figure8.id),
    ...cell(suite, workload, "metis", { l2_hit_rate: metis }, isReal && suite === figure8.id),
  ];
  const swept = figure8Ids.workloads(PROFILES.standard).filter(({ id }) => id.startsWith("reddit"));
  return [
    ...rates(figure8.id, "reddit", main),
    ...swept.flatMap(({ id }) => rates(figure8Ids.id, id, at(id))),
  ];
}

const HIGHER: RateQuestion = {
  graphs: ["reddit"],
  text: ([rates]) => `${rates.of("metis")}`,
  holds: ([rates]) => rates.of("metis") > rates.of("natural"),
};

function answer(part: ClaimPart): boolean | string {
  return part.kind === "exact" ? part.holds : part.kind === "open" ? part.reason : part.kind;
}

Deno.test("hit rates decide with one sign under all ids and caches, and else say where it turns", () => {
  const ask = (rows: readonly Row[]) =>
    answer(oneSign(
      new SuiteEvidence(figure8.id, { rows, samples: [], reads: [figure8Ids.id] }, 1),
      HIGHER,
    ));
  assert.equal(ask(ratesOf(60, () => 60)), true);
  assert.equal(ask(ratesOf(40, () => 40)), false);
  const community = (id: string) => id === "reddit:0" ? 50 : 60;
  assert.equal(ask(ratesOf(60, community)), "it turns between 0 and 10 %");
  assert.equal(ask(ratesOf(60, community, true)), true, "real ids are not swept");
  assert.equal(ask(ratesOf(60, () => 40)), "it is another at the size of the sweep");
  const warps = (id: string) => id === "reddit:8-warps" ? 40 : 60;
  assert.equal(ask(ratesOf(60, warps)), "it is another with 8 warps");
  assert.equal(ask(ratesOf(60, warps, true)), "it is another with 8 warps");
});

Deno.test("a lead is that over the fastest other: the least of all rounds, and the best of the nearest one", () => {
  assert.deepEqual(leadOver([[2, 3], [1.1, 0.9]]), { least: 0.9, most: 1.1 });
  assert.deepEqual(leadOver([[0.8, 0.9], [2, 3]]), { least: 0.8, most: 0.9 });
});

/** Rows of the sweep of times on both graphs: least and largest lead of METIS, by the share of random ids. */
function leads(of: (randomIds: number) => readonly [least: number, most: number]): Row[] {
  return [
    ...["reddit", "archaea"].flatMap((graph) => cell(figure8.id, graph, "natural", { l2_hit_rate: 50 })),
    ...["reddit", "archaea"].flatMap((graph) =>
      [0, 10, 50, 90, 100].flatMap((randomIds) => {
        const [least_lead, most_lead] = of(randomIds);
        return [
          ...cell(figure8Times.id, `${graph}:${randomIds}`, "metis", { least_lead, most_lead }),
          ...cell(figure8Times.id, `${graph}:${randomIds}`, "natural", { time: 1 }),
        ];
      })
    ),
  ];
}

Deno.test("a sweep of times stands in a claim's way where rounds turn, and never decides against it", () => {
  const ask = (of: Parameters<typeof leads>[0]) => {
    const measured = { rows: leads(of), samples: [], reads: [figure8Times.id] };
    return leadsUnderAllIds(new SuiteEvidence(figure8.id, measured, 1), "metis").map(answer);
  };
  assert.deepEqual(ask(() => [1.1, 1.2]), [true, true]);
  assert.deepEqual(ask((random) => random === 0 ? [0.9, 1.1] : [1.1, 1.2])[0], "it turns between 0 and 10 %");
  assert.deepEqual(ask(() => [0.8, 0.9])[0], "it holds under no order of ids");
  assert.deepEqual(
    ask(() => [0.9, 1.1])[0],
    "it cannot be told at any share of random ids from 0 to 100 %",
  );
});

Deno.test("drawn ids have to be swept, on every graph and under every order", () => {
  const condition = realOrSweptIds(["times"]);
  const met = (rows: readonly Row[]) =>
    condition.find(new SuiteEvidence(figure8.id, { rows, samples: [], reads: [figure8Times.id] }, 1)).met;
  const all = leads(() => [1, 1]);
  assert.ok(met(all));
  assert.ok(!met(all.filter((row) => row.cell !== `${figure8Times.id}:archaea:50:natural`)));
  assert.ok(
    !met(all.map((row) => row.cell.endsWith("reddit:0:natural") ? { ...row, status: "failed" } : row)),
  );
  const real = ["reddit", "archaea"].flatMap((graph) =>
    cell(figure8.id, graph, "natural", { l2_hit_rate: 50 }, true)
  );
  assert.ok(met(real), "ids of the published files need no sweep");
});

Deno.test("a claim reads the rows of the suites that its rule names, and of no others", () => {
  const verdict = (rows: readonly Row[], reads: boolean) => {
    const rules = figure8.claims.filter(({ claimId }) => claimId === "hetu-gnn.q.l2-hit").map((rule) => ({
      ...rule,
      premise: [],
      ...(reads ? {} : { reads: [] }),
    }));
    const claims = decideClaims([findPaper("hetu-gnn")], [{ ...figure8, claims: rules }], {
      session: "s",
      seed: 1,
      rows,
      samples: [],
      smallestDifference: 0.01,
      backend: "wasm",
      adapterKind: "none",
      profile: "standard",
    });
    return claims.find(({ claim_id }) => claim_id === "hetu-gnn.q.l2-hit")!;
  };
  const rows = ["reddit", "archaea"].flatMap((graph) => [
    ...["natural", "metis", "rcm"].flatMap((contender) => {
      const rate = { l2_hit_rate: contender === "natural" ? 56 : 70 };
      return [
        ...cell(figure8.id, graph, contender, rate),
        ...figure8Ids.workloads(PROFILES.standard).filter(({ id }) => id.startsWith(graph)).flatMap((
          { id },
        ) => cell(figure8Ids.id, id, contender, rate)),
      ];
    }),
  ]);
  assert.equal(verdict(rows, true).verdict, "analogue-supports");
  assert.equal(verdict(rows, false).verdict, "not-run");
  const turned = rows.map((row) =>
    row.cell === `${figure8Ids.id}:archaea:0:natural` ? { ...row, median: 75 } : row
  );
  const { verdict: open, reason } = verdict(turned, true);
  assert.deepEqual([open, reason], ["inconclusive", "it turns between 0 and 10 %"]);
});

Deno.test("fewer warps than one a multiprocessor merge multiprocessors: rows in flight and L1 bytes keep their share", () => {
  const card = PUBLISHED_CARDS["titan-rtx"];
  assert.deepEqual(cardWithWarps(card, 32, 1 / 16), { ...card, residentWarps: 32 });
  for (const warps of [8, 16, 32]) {
    const scale = 1 / 64,
      { sms, residentWarps, l1 } = scaleGeometry(cardWithWarps(card, warps, scale), scale);
    assert.equal(sms * residentWarps, 72 * warps / 64, `${warps} warps`);
    assert.equal(sms * l1.sets * l1.ways * 128, 72 * card.l1Bytes / 64, `${warps} warps`);
  }
});

Deno.test("the sweep counts one graph under all orders, whose diagonal blocks empty as ids get random", async () => {
  const lab = testExactLab(), { measurement } = figure8Ids, [natural] = figure8Ids.contenders;
  assert.ok(measurement.kind === "exact");
  const shares: number[] = [], edges = new Set<number>();
  for (
    const workload of figure8Ids.workloads(PROFILES.standard).filter(({ id }) => /^archaea:\d+$/.test(id))
  ) {
    const dataset = await lab.load(workload);
    edges.add(nnz(dataset.graph));
    assert.ok(parseDatasetName(dataset.id).standIn);
    const facts = await measurement.count(lab, dataset, workload, natural);
    shares.push(facts.diagonal_share as number);
  }
  assert.equal(edges.size, 1);
  assert.ok(shares[0] > 80 && shares[4] < 60, shares.join());
  assert.ok(shares[0] > shares[2] && shares[2] > shares[4], shares.join());
});
