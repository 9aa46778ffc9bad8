/** Mini-batches on cards: the roofline by hand, and the link at which loading is the longest phase. @module */
import assert from "node:assert/strict";
import { batchLoads } from "../../../../experiments/fastgl/links/batch_loads.ts";
import { cardPhaseFacts } from "../../../../experiments/fastgl/links/card_phase_facts.ts";
import { cardPhases } from "../../../../experiments/trials/links/card_phases.ts";
import { paperCardWork } from "../../../../experiments/fastgl/links/paper_card_work.ts";
import type { BatchShape } from "../../../../experiments/fastgl/links/published_batches.ts";
import { PUBLISHED_CARDS } from "../../../../hardware/models/published_cards.ts";
import type { Step } from "../../../../training/program/program.ts";

const CARD = { peakGflops: 1000, dramGBs: 100 };
const SHAPE = { rows: 10, cols: 20 };
const near = (got: number, wanted: number, slack = 1e-9) =>
  assert.ok(Math.abs(got / wanted - 1) <= slack, `${got} for ${wanted}`);

/** A mini-batch of three blocks; `missing` of its 8000 inputs are not in the one before. */
const shape = (missing: number): BatchShape => ({
  seeds: 100,
  blocks: [
    { rows: 2000, cols: 8000, nnz: 30_000 },
    { rows: 500, cols: 2000, nnz: 6000 },
    { rows: 100, cols: 500, nnz: 1000 },
  ],
  drawn: 34_000,
  missing,
});

Deno.test("a step takes its arithmetic or its bytes, whichever is longer, and a draw three sectors", () => {
  const tensor = (rows: number, cols: number) => ({ rows, cols, kind: "input", label: `${rows} x ${cols}` });
  const gemm = {
    ...{ op: "gemm", form: "ab", a: tensor(1000, 500), b: tensor(500, 400), out: tensor(1000, 400) },
  } as unknown as Step;
  // 4e8 operations of 1e12 a second; 4.4 MB would take 0.044 ms.
  near(cardPhases(CARD, { steps: [gemm], drawn: 0 }).computeMs, 0.4);
  const spmm = {
    ...{ op: "spmm", matrix: { ...SHAPE, nnz: 1e6, weighted: true }, x: tensor(20, 64), out: tensor(10, 64) },
  } as unknown as Step;
  // A row of 64 floats for each entry, its column and value, row offsets, and the output.
  const bytes = 1e6 * (4 * 64 + 8) + 4 * 11 + 4 * 640;
  near(cardPhases(CARD, { steps: [spmm, spmm], drawn: 0 }).computeMs, 2 * bytes / 100e9 * 1e3);
  assert.deepEqual(cardPhases(CARD, { steps: [], drawn: 1e6 }), { sampleMs: 0.96, computeMs: 0 });
});

Deno.test("over the link at which it turns, loading takes as long as the longer phase of the card", () => {
  const setting = { graph: { featureWidth: 200, classes: 47 }, model: "GCN" } as const;
  const work = paperCardWork(setting, shape(0));
  assert.equal(work.loadedBytes, 8000 * 200 * 4);
  const facts = cardPhaseFacts([work, { ...work, loadedBytes: work.loadedBytes / 2 }]);
  const of = (metric: string) =>
    (facts as Record<string, { readonly value: readonly number[]; readonly source: string }>)[metric];
  const { sampleMs, computeMs } = cardPhases(PUBLISHED_CARDS["rtx-3090"], work);
  const longer = Math.max(sampleMs, computeMs);
  of("flip_rtx_3090").value.forEach((gbs, i) => {
    const bytes = work.loadedBytes / (i + 1);
    near(0.01 + bytes / gbs / 1e6, longer);
    near(of("io_lead_rtx_3090_pcie_3").value[i], (0.01 + bytes / 12e6) / longer);
  });
  assert.ok(Object.keys(facts).every((metric) => of(metric).source === "modelled"));
  assert.deepEqual(of("card_loaded").value, [6.4, 3.2]);
});

Deno.test("a faster card turns at a faster link, and Match copies what the mini-batch before lacks", () => {
  const setting = { graph: { featureWidth: 200, classes: 47 }, model: "GCN" } as const;
  const shapes = [shape(8000), shape(2000), shape(4000)];
  const of = (match: boolean) =>
    batchLoads(shapes, { ...setting, match }) as Record<string, { readonly value: readonly number[] }>;
  const [all, matched] = [of(false), of(true)];
  // Counts of 100 seeds stand for 8000.
  const whole = 80 * 8000 * 200 * 4 / 1e6;
  assert.deepEqual(all.card_loaded.value, [whole, whole], "the first mini-batch has none before it");
  assert.deepEqual(matched.card_loaded.value, [whole / 4, whole / 2]);
  assert.ok(all.flip_h100.value[0] > all.flip_rtx_3090.value[0]);
  assert.ok(all.flip_gh200.value[0] >= all.flip_h100.value[0]);
  near(all.io_over_pcie_4.value[0], 0.01 + whole / 32);
});
