import assert from "node:assert/strict";
import type { PaperId } from "../../../../experiments/paper_tables.ts";
import { type DeclaredCell, declaredCells } from "../../../../experiments/session/verdicts/declared_cells.ts";
import { comparePublished } from "../../../../experiments/session/verdicts/published_comparison.ts";
import { findPaper } from "../../../../experiments/papers.ts";
import { allSuites } from "../../../../experiments/suites.ts";
import { writtenRow } from "../../../results/session_fixture.ts";
import { metricTexts } from "../../../../experiments/metrics.ts";
import type { Row } from "../../../../results/row.ts";
import { waitingMark } from "../../../../results/waiting_mark.ts";

/** Judgements of every published ratio of a paper, each measured as 1.5 by a suite that names no clock. */
function judgements(profile: string): Set<string> {
  const suites = allSuites();
  const ratios = new Set(
    suites.flatMap(({ id, metrics }) =>
      metricTexts(metrics).flatMap((m) => m.unit === "x" ? [`${id} ${m.id}`] : [])
    ),
  );
  const rows = declaredCells(suites).filter(({ suite, metric }) => ratios.has(`${suite} ${metric}`))
    .map(({ suite, cell, metric }) =>
      writtenRow({ suite, cell, metric, unit: "x", median: 1.5, ci_lo: 1.45, ci_hi: 1.55, timer: "" })
    );
  const smallestDifference = 0.01, session = "s1", seed = 1, backend = "wasm", adapterKind = "none" as const;
  const compared = comparePublished([findPaper("fastgl")], suites, {
    ...{ session, seed, rows, samples: [], smallestDifference, backend, adapterKind, profile },
  });
  const measured = compared.filter((row) => row.measured !== undefined);
  assert.ok(measured.length > 50);
  return new Set(measured.map(({ judgement }) => judgement));
}

Deno.test("no published ratio is judged by a smoke run, whatever suite measured it", () => {
  assert.deepEqual(judgements("smoke"), new Set(["shown"]));
  assert.ok(judgements("standard").has("within"));
});

Deno.test("edges of blocks of a stand-in are shown beside those of the graph, not judged", () => {
  const suites = allSuites(), cells = declaredCells(suites).filter(({ metric }) => metric === "block_edges");
  const compared = comparePublished([findPaper("hetu-gnn")], suites, {
    ...{ session: "s1", seed: 1, samples: [], smallestDifference: 0.01, backend: "wasm" },
    ...{ adapterKind: "none", profile: "standard" },
    rows: cells.map(({ suite, cell, metric }) =>
      writtenRow({
        ...{ suite, cell, metric, unit: "edges", median: 1_822_002, ci_lo: 1_822_002, ci_hi: undefined },
        ...{ dataset: "reddit@1/16", dataset_kind: "stand-in", timer: "" },
      })
    ),
  });
  const edges = compared.filter(({ metric, measured }) => metric === "block_edges" && measured !== undefined);
  assert.equal(edges.length, 12);
  for (const { measured, ci_lo, ci_hi, judgement, reason } of edges) {
    assert.deepEqual([measured, ci_lo, ci_hi, judgement, reason], [
      1.822002,
      1.822002,
      undefined,
      "shown",
      "a count of the stand-in reddit@1/16",
    ]);
  }
});

Deno.test("accuracies on planted labels are shown, on real ones judged", () => {
  const suites = allSuites();
  const judged = (dataset_kind: "stand-in" | "real", ids: RegExp, profile = "standard") => {
    const rows = declaredCells(suites).filter(({ suite }) => suite === "roc/figure-7")
      .map(({ suite, cell, metric }) =>
        writtenRow({
          ...{ suite, cell, metric, unit: "%", median: 94, ci_lo: undefined, ci_hi: undefined, timer: "" },
          ...{ dataset: dataset_kind === "real" ? "reddit" : "reddit@1/64", dataset_kind },
        })
      );
    const compared = comparePublished([findPaper("roc")], suites, {
      ...{ session: "s1", seed: 1, samples: [], smallestDifference: 0.01, backend: "wasm", rows },
      ...{ adapterKind: "none", profile },
    });
    const found = compared.filter(({ published_id, measured }) =>
      ids.test(published_id) && measured !== undefined
    );
    assert.ok(found.length >= 3);
    return new Set(found.map(({ judgement, reason }) => `${judgement}: ${reason}`));
  };
  const planted = new Set(["shown: labels of the stand-in reddit@1/64 are planted"]);
  for (const profile of ["standard", "smoke"]) {
    assert.deepEqual(judged("stand-in", /^roc\.f7\./, profile), planted);
    assert.deepEqual(judged("stand-in", /^roc\.s7_5\.gain/, profile), planted);
  }
  assert.deepEqual(judged("real", /^roc\.f7\./), new Set(["within: "]));
});

Deno.test("a system itself is judged in the place of its policy, and no missing number where it was not measured", () => {
  const suites = allSuites(),
    cells = declaredCells(suites).filter(({ suite }) => suite === "fastgl/figure-9");
  const judged = (id: string, has: (cell: string) => boolean) => {
    const rows = cells.filter(({ cell }) => has(cell)).map(({ suite, cell, metric }) =>
      writtenRow({
        ...{ suite, cell, metric, unit: "x", median: cell.includes(":peer:") ? 2.2 : 0.8, timer: "" },
        ...{ ci_lo: undefined, ci_hi: undefined, source: "modelled" },
      })
    );
    const compared = comparePublished([findPaper("fastgl")], suites, {
      ...{ session: "s1", seed: 1, samples: [], smallestDifference: 0.01, backend: "wasm", rows },
      ...{ adapterKind: "none", profile: "standard" },
    });
    return compared.filter(({ published_id }) => published_id === id)
      .map(({ cell, judgement }) => `${cell.split(":").slice(-2).join(":")} ${judgement}`);
  };
  const mean = "fastgl.abs.avg-speedup-dgl", least = "fastgl.f9.dgl.min";
  assert.deepEqual(judged(mean, () => true), ["policy:dgl shown", "peer:dgl within"]);
  assert.deepEqual(judged(mean, (cell) => !cell.includes(":peer:")), ["policy:dgl opposite"]);
  const bound = judged(least, () => true);
  assert.deepEqual(bound.filter((each) => !each.endsWith("shown")), ["peer:dgl same-direction"]);
  assert.ok(judged(least, (cell) => !cell.includes(":peer:")).includes("policy:dgl opposite"));
  // One graph without its own number of DGL: its policy's number is judged beside the others'.
  assert.ok(judged(least, (cell) => !/reddit:GCN:peer/.test(cell)).includes("policy:dgl opposite"));
});

Deno.test("a value that is no finite number decides nothing and keeps no other from being judged", () => {
  const suites = allSuites(), cells = declaredCells(suites).filter(({ suite }) => suite === "eppgcn/table-2");
  const judged = (row: Partial<Row>) => {
    const rows = cells.map(({ suite, cell, metric }, place) =>
      writtenRow({
        ...{ suite, cell, metric, unit: "1", median: 0.3, timer: "" },
        ...{ ci_lo: undefined, ci_hi: undefined, source: "modelled", ...place === 0 && row },
      })
    );
    const compared = comparePublished([findPaper("eppgcn")], suites, {
      ...{ session: "s1", seed: 1, samples: [], smallestDifference: 0.01, backend: "wasm", rows },
      ...{ adapterKind: "none", profile: "standard" },
    });
    return compared.filter(({ measured }) => measured !== undefined)
      .map(({ judgement, ci_lo, ci_hi }) => `${judgement} ${ci_lo} ${ci_hi}`);
  };
  const known = judged({});
  assert.ok(known.length > 3);
  const values = [{ median: NaN }, { median: Infinity }];
  for (const row of [...values, { ci_lo: -Infinity, ci_hi: 0.4 }, { ci_lo: 0.2, ci_hi: Infinity }]) {
    const found = judged(row), changed = found.filter((judgement, i) => judgement !== known[i]);
    assert.equal(found.length, known.length);
    assert.deepEqual(new Set(changed), new Set(["undecided undefined undefined"]), JSON.stringify(row));
  }
});

/** Rows of hetu-gnn's orderings of reddit beside the printed speed-up of about 1.5, of which one is so. */
function besideSpeedup(first: Partial<Row>): string[] {
  const suites = allSuites(), id = "hetu-gnn.f8.reddit.spmm-speedup";
  const rows = declaredCells(suites)
    .filter(({ suite, metric }) => suite === "hetu-gnn/figure-8" && metric === "speedup")
    .map(({ suite, cell, metric }) =>
      writtenRow({
        ...{ suite, cell, metric, unit: "x", median: 1.5, ci_lo: 1.45, ci_hi: 1.55, timer: "" },
        ...cell.includes(":reddit:rcm") && first,
      })
    );
  const compared = comparePublished([findPaper("hetu-gnn")], suites, {
    ...{ session: "s1", seed: 1, rows, samples: [], smallestDifference: 0.01, backend: "wasm" },
    ...{ adapterKind: "none", profile: "standard" },
  });
  return compared.filter(({ published_id }) => published_id === id)
    .map(({ judgement, reason }) => `${judgement}: ${reason}`);
}

Deno.test("a cell without the number says why, and keeps no other cell of an equality from being judged", () => {
  assert.deepEqual(besideSpeedup({}), ["within: ", "within: "]);
  const lost = { status: "oom", median: undefined, reason: "no room" } as const;
  assert.deepEqual(besideSpeedup(lost), [": oom: no room", "within: "]);
  assert.deepEqual(besideSpeedup({ metric: "time", unit: "ms" }), [": speedup was not measured", "within: "]);
});

Deno.test("a number without a clock is judged more finely than the A/A run can see", () => {
  const judged = (row: Partial<Row>) =>
    judgedOf("fastgl.eq4.tn-over-tm", "access_time_ratio", {
      ...{ median: 0.994, ci_lo: undefined, ci_hi: undefined, timer: "", n: 1, ...row },
    });
  assert.deepEqual(judged({}), ["opposite"], "a suite that only counts");
  const modelled = { median: 0.994, ci_lo: 0.951, ci_hi: 0.9996, source: "modelled", timer: "" } as const;
  assert.deepEqual(judgedOf("fastgl.t7.papers100m.fastgl.speedup", "io_speedup", modelled), ["opposite"]);
});

Deno.test("a policy stands for a system that is a cell of the same numbers", () => {
  const cells = declaredCells(allSuites()), names = new Set(cells.map(({ cell }) => cell));
  const policies = cells.filter(({ standsFor }) => standsFor !== undefined);
  assert.ok(policies.length > 3 && policies.length < cells.length);
  for (const { cell, standsFor } of policies) assert.ok(names.has(standsFor!), `${cell}: ${standsFor}`);
});

/** Judgements of every published ratio of fastgl that a suite with a clock measures as 1.5, by such rows. */
function judgedRatios(row: Partial<Row>, times: Partial<Row> = {}): Set<string> {
  const suites = allSuites();
  const rows = declaredCells(suites).filter(({ suite, metric }) => {
    const { measurement, metrics } = suites.find(({ id }) => id === suite)!;
    return measurement.kind !== "exact" && metrics[metric].unit === "x";
  }).map(({ suite, cell, metric }) =>
    writtenRow({ suite, cell, metric, unit: "x", median: 1.5, ci_lo: 1.45, ci_hi: 1.55, timer: "", ...row })
  );
  const beside = rows.map(({ suite, cell }) =>
    writtenRow({ suite, cell, metric: "time", unit: "ms", median: 3, ...times })
  );
  const compared = comparePublished([findPaper("fastgl")], suites, {
    ...{ session: "s1", seed: 1, rows: [...rows, ...beside], samples: [], smallestDifference: 0.01 },
    ...{ backend: "webgpu", adapterKind: row.adapter_kind ?? "hardware", profile: "standard" },
  });
  const measured = compared.filter((each) => each.measured !== undefined && each.unit === "x");
  assert.ok(measured.length > 50);
  return new Set(measured.map(({ judgement, reason }) => `${judgement}: ${reason}`));
}

Deno.test("measured numbers of an emulated GPU are shown beside published ones, and not judged", () => {
  assert.ok(judgedRatios({ adapter_kind: "hardware" }).has("within: "));
  const emulated = { adapter_kind: "software", source: "measured" } as const;
  assert.deepEqual(judgedRatios(emulated), new Set(["shown: measured on a software adapter"]));
  // A model or a simulator says the same on every adapter.
  assert.ok(judgedRatios({ ...emulated, source: "simulated" }).has("within: "));
});

/** Judgements of published rows of these cells, all measured as one number on an emulated GPU. */
function judgedWhereEmulated(
  paper: PaperId,
  isAsked: (cell: DeclaredCell) => boolean,
  row: Partial<Row>,
  profile = "standard",
): Set<string> {
  const suites = allSuites();
  const rows = declaredCells(suites).filter(isAsked).map(({ suite, cell, metric }) =>
    writtenRow({ suite, cell, metric, timer: "", ci_lo: undefined, ci_hi: undefined, ...row })
  );
  const compared = comparePublished([findPaper(paper)], suites, {
    ...{ session: "s1", seed: 1, rows, samples: [], smallestDifference: 0.01 },
    ...{ backend: "webgpu", adapterKind: "software", profile },
  }).filter(({ measured }) => measured !== undefined);
  assert.ok(compared.length > 0);
  return new Set(compared.map(({ judgement, reason }) => `${judgement}: ${reason}`));
}

Deno.test("counts, accuracies and ratios without a clock are judged on an emulated GPU: they are no times", () => {
  const real = { source: "measured", dataset: "reddit", dataset_kind: "real" } as const;
  const edges = (profile: string) =>
    judgedWhereEmulated("hetu-gnn", ({ metric }) => metric === "block_edges", {
      ...{ ...real, unit: "edges", median: 1_822_002 },
    }, profile);
  for (const profile of ["standard", "smoke"]) assert.deepEqual(edges(profile), new Set(["differs: "]));
  const accuracies = judgedWhereEmulated("roc", ({ suite }) => suite === "roc/figure-7", {
    ...{ ...real, unit: "%", median: 94 },
  });
  assert.ok(accuracies.has("within: "));
  const exact = new Set(
    allSuites().flatMap(({ id, measurement }) => measurement.kind === "exact" ? [id] : []),
  );
  const ratios = allSuites().filter(({ id }) => exact.has(id)).flatMap(({ id, metrics }) =>
    metricTexts(metrics).flatMap((metric) => metric.unit === "x" ? [`${id} ${metric.id}`] : [])
  );
  const counted = judgedWhereEmulated(
    "fastgl",
    ({ suite, metric }) => ratios.includes(`${suite} ${metric}`),
    {
      ...{ ...real, unit: "x", median: 1.5 },
    },
  );
  assert.ok([...counted].some((judgement) => !judgement.startsWith("shown")), String([...counted]));
});

Deno.test("a number whose times are in part waiting for a GPU is shown, and not judged", () => {
  const reason = waitingMark(0.3), shown = new Set([`shown: ${reason}`]);
  assert.deepEqual(judgedRatios({ timer: "wall", reason }), shown);
  // A number that is computed from times has no clock of its own.
  assert.deepEqual(judgedRatios({ source: "measured" }, { reason }), shown);
  assert.ok(judgedRatios({ source: "simulated" }, { reason }).has("within: "));
});

Deno.test("a printed best or worst case is undecided where not all of its cells were measured", () => {
  const suites = allSuites(), paper = findPaper("eppgcn");
  const cells = declaredCells(suites).filter(({ suite, metric, paper: id }) =>
    id === paper.id && suite === "eppgcn/figure-10" && metric === "speedup"
  ).filter(({ cell }) => cell.endsWith(":on-the-fly"));
  const judged = (measured: readonly { readonly suite: string; readonly cell: string }[]) => {
    const rows = measured.map(({ suite, cell }) =>
      writtenRow({
        ...{ suite, cell, metric: "speedup", unit: "x", median: 1.3, source: "modelled", timer: "" },
        ...{ ci_lo: undefined, ci_hi: undefined },
      })
    );
    const compared = comparePublished([paper], suites, {
      ...{ session: "s1", seed: 1, samples: [], smallestDifference: 0.01, backend: "wasm", rows },
      ...{ adapterKind: "none", profile: "standard" },
    });
    return compared.filter(({ published_id: id, judgement }) => id === "eppgcn.f10.max" && judgement !== "")
      .map(({ judgement, reason }) => `${judgement}: ${reason}`).filter((text) => !text.startsWith("shown"));
  };
  assert.ok(cells.length >= 8);
  assert.deepEqual(judged(cells), ["within: "]);
  assert.deepEqual(judged(cells.slice(3)), [
    `undecided: the max of ${cells.length} cells, of which 3 were not measured`,
  ]);
});

/** Judgements of the cells of one published row of fastgl, all measured alike by the wall clock. */
function judgedOf(claimId: string, metric: string, row: Partial<Row>): string[] {
  const suites = allSuites(), paper = findPaper("fastgl");
  const rows = declaredCells(suites).filter((cell) => cell.paper === paper.id && cell.metric === metric)
    .map(({ suite, cell }) =>
      writtenRow({
        ...{ suite, cell, metric, unit: "x", source: "measured", timer: "wall", n: 3 },
        ...row,
      })
    );
  const compared = comparePublished([paper], suites, {
    ...{ session: "s1", seed: 1, samples: [], smallestDifference: 0.038, backend: "x86", rows },
    ...{ adapterKind: "none", profile: "standard" },
  });
  return compared.filter(({ published_id: id, measured }) => id === claimId && measured !== undefined)
    .map(({ judgement }) => judgement);
}

Deno.test("a measured ratio nearer to 1 than the A/A run can tell is neither in the printed direction nor against it", () => {
  const judged = (ci_lo: number, ci_hi: number) =>
    judgedOf("fastgl.t7.papers100m.fastgl.speedup", "io_speedup", { median: 0.994, ci_lo, ci_hi });
  assert.deepEqual(judged(0.951, 0.9996), ["undecided"]);
  assert.deepEqual(judged(0.8, 0.95), ["opposite"]);
});

Deno.test("that PyG is ten times slower is said of no single training, whose printed range begins at 4.3", () => {
  const measured = { median: 5, ci_lo: 4.9, ci_hi: 5.1 };
  const order = judgedOf("fastgl.s6_2.pyg-order", "fastgl_speedup", measured);
  assert.ok(order.length > 1 && order.every((judgement) => judgement === "shown"), order.join());
  assert.ok(judgedOf("fastgl.f9.pyg.min", "fastgl_speedup", measured).includes("within"));
});
