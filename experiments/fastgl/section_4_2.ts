/**
 * fastgl Section 4.2: whether Memory-Aware aggregation computes what naive aggregation does, from as many accesses, without
 * synchronisation, and within a thread block's limits.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { poisonMatrix, readMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { checkOutput } from "../../kernels/check.ts";
import { prepareKernel, resolveParameters } from "../../kernels/kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { medianOf, type Row } from "../../results/row.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  aggregationAccesses,
  type AggregationKernel,
  blockBytes,
  writersOfSums,
} from "./aggregation_accesses.ts";
import {
  AGGREGATION_SETTINGS,
  aggregationWorkload,
  aggregationWorkloads,
  DIRECTIONS,
  type SampledAggregation,
  sampledAggregation,
} from "./sampled_aggregation.ts";
import { FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const KERNELS: readonly (TextContender & { readonly id: AggregationKernel })[] = [
  { id: "naive-rmw", label: "naive, sums in global memory" },
  { id: "naive-register", label: "naive, sums in registers" },
  { id: "memory-aware", label: "Memory-Aware" },
];
const NAIVE: readonly AggregationKernel[] = ["naive-rmw", "naive-register"];
const AWARE: AggregationKernel = "memory-aware";

/** As the kernel for adapters has it, whatever runs here: X targets, Y features. */
const LAUNCHED = findKernel(spmm.id, AWARE, "webgpu");
const PARAMETERS = resolveParameters(LAUNCHED);
const BLOCK = { targets: PARAMETERS.targets, features: PARAMETERS.features };

/** Threads of a block, to stay below; and its shared memory in bytes, on NVIDIA's cards without asking for more. */
const THREADS = 1024, SHARED_BYTES = 48 * 1024;
/** What every adapter of WebGPU grants. */
const ADAPTER_BYTES = 16 * 1024;

/** Runs of a kernel whose outputs are compared bit by bit. */
const RUNS = 4;

const WORKLOADS = FOUR_GRAPHS.flatMap((graph) =>
  DIRECTIONS.map((direction) => aggregationWorkload(graph, direction))
);

/** What a kernel's output is, on this device. */
async function outputFacts(
  device: Device,
  product: SampledAggregation,
  { kernel: id, seed }: { readonly kernel: AggregationKernel; readonly seed: number },
): Promise<Fact[]> {
  const operands = spmm.stage(device, product);
  try {
    const plan = await prepareKernel(
      findKernel(spmm.id, id, device.backend),
      device,
      operands,
      product.width,
    );
    try {
      const outputs: Float32Array[] = [];
      for (let run = 0; run < RUNS; run++) {
        poisonMatrix(device, operands.output);
        plan.run();
        await device.finish();
        outputs.push(await readMatrix(device, operands.output));
      }
      const [first, ...others] = outputs.map(({ buffer }) => new Uint32Array(buffer));
      const otherBits = others.reduce(
        (sum, bits) => sum + bits.filter((word, i) => word !== first[i]).length,
        0,
      );
      const report = checkOutput(spmm, product, outputs[0], { seed });
      return [
        { metric: "wrong", unit: "count", value: report.ok ? 0 : 1 },
        {
          metric: "error_of_allowed",
          unit: "1",
          value: report.tolerance > 0 ? report.relErr / report.tolerance : 0,
        },
        { metric: "checked_targets", unit: "rows", value: report.checkedRows },
        { metric: "other_bits", unit: "count", value: otherBits },
      ];
    } finally {
      plan.destroy();
    }
  } finally {
    spmm.release(device, operands);
  }
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const kernel = id as AggregationKernel;
  const product = await sampledAggregation(lab, dataset, workload);
  const { matrix, width } = product;
  const { global, near } = aggregationAccesses(kernel, matrix, width);
  const accesses = (metric: string, value: number): Fact => ({
    ...{ metric, unit: "count", value, source: "modelled" },
  });
  const facts = [
    ...await outputFacts(lab.device, product, { kernel, seed: lab.seed }),
    accesses("accesses", global + near),
    accesses("global_accesses", global),
    accesses("near_accesses", near),
  ];
  if (kernel !== AWARE) return facts;
  const { least, most } = writersOfSums({ rows: matrix.rows, width, ...BLOCK });
  const { longest, printed } = blockBytes(matrix, BLOCK);
  const launched = LAUNCHED.needs(PARAMETERS, width);
  const derived = (metric: string, unit: string, value: number): Fact => ({
    ...{ metric, unit, value, source: "modelled" },
  });
  return [
    ...facts,
    derived("least_writers", "threads", least),
    derived("most_writers", "threads", most),
    derived("block_threads", "threads", launched.workgroupInvocations),
    derived("longest_list", "neighbours", longest),
    derived("block_bytes_printed", "bytes", printed),
    derived("block_bytes", "bytes", launched.workgroupBytes),
  ];
}

/** Rows of a metric on all workloads. */
function rowsOf(evidence: SuiteEvidence, contender: string, metric: string): Row[] {
  return WORKLOADS.map((workload) => evidence.row({ workload, contender }, metric));
}

const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + medianOf(row), 0);
const largest = (rows: readonly Row[]) => rows.reduce((most, row) => Math.max(most, medianOf(row)), 0);

/** All three agree with the oracle, so that none is further from another than the two bounds together. */
function sameResult(evidence: SuiteEvidence): ClaimPart[] {
  return KERNELS.map(({ id }) => {
    const wrong = rowsOf(evidence, id, "wrong"), checked = rowsOf(evidence, id, "checked_targets");
    const share = largest(rowsOf(evidence, id, "error_of_allowed"));
    const words =
      `${id} differs from the oracle by at most ${share.toPrecision(2)} of what rounding explains, ` +
      `in ${sum(checked)} rows, forward and backward`;
    return evidence.exact(sum(wrong) === 0 && sum(checked) > 0, words, [...wrong, ...checked], share);
  });
}

/** `accesses(naive) == accesses(ma)` and `global_accesses(ma) < global_accesses(naive)`, on every block in both directions. */
function sameBytes(evidence: SuiteEvidence): ClaimPart[] {
  return NAIVE.flatMap((naive) =>
    WORKLOADS.map((workload) => {
      const of = (contender: string, metric: string) => evidence.row({ workload, contender }, metric);
      const rows = [
        ...[of(naive, "accesses"), of(AWARE, "accesses")],
        ...[of(AWARE, "global_accesses"), of(naive, "global_accesses")],
      ];
      const [all, awareAll, less, more] = rows.map(medianOf);
      const words =
        `${workload}: ${all} accesses by ${naive}, ${awareAll} by Memory-Aware; of global memory ${more} and ${less}`;
      return evidence.exact(all === awareAll && less < more, words, rows, less / more);
    })
  );
}

/** Every sum is written by one thread of the block's mapping, and runs do not differ in a bit. */
function noSync(evidence: SuiteEvidence): ClaimPart[] {
  const least = rowsOf(evidence, AWARE, "least_writers"), most = rowsOf(evidence, AWARE, "most_writers");
  const other = rowsOf(evidence, AWARE, "other_bits");
  const one = [...least, ...most].every(({ median }) => median === 1);
  return [
    evidence.exact(
      one,
      `${Math.min(...least.map(medianOf))} to ${largest(most)} threads write a sum`,
      [...least, ...most],
      largest(most),
    ),
    evidence.exact(sum(other) === 0, `${sum(other)} numbers differ between ${RUNS} runs`, other, sum(other)),
  ];
}

/** `X * Y < 1024`; the printed bytes of the forward pass, and those that the kernel takes in both directions. */
function budget(evidence: SuiteEvidence): ClaimPart[] {
  const rows = (metric: string, direction?: string) =>
    rowsOf(evidence, AWARE, metric).filter(({ cell }) =>
      direction === undefined || cell.includes(`:${direction}:`)
    );
  const threads = rows("block_threads"), bytes = rows("block_bytes");
  const printed = rows("block_bytes_printed", "forward");
  const lists = largest(rows("longest_list", "forward"));
  return [
    evidence.exact(
      largest(threads) < THREADS,
      `${largest(threads)} threads a block`,
      threads,
      largest(threads),
    ),
    evidence.exact(
      largest(printed) <= SHARED_BYTES,
      `${largest(printed)} bytes by the formula with lists of up to ${lists}, of ${SHARED_BYTES}`,
      printed,
      largest(printed),
    ),
    evidence.exact(
      largest(bytes) <= ADAPTER_BYTES,
      `${largest(bytes)} bytes as the kernel stages weights, in both directions, of ${ADAPTER_BYTES}`,
      bytes,
      largest(bytes),
    ),
  ];
}

/** The suite. */
export const section42: TextSuite = {
  id: "fastgl/section-4-2",
  paper: "fastgl",
  artifact: "Section 4.2",
  title: "Memory-Aware aggregation beside naive aggregation",
  question:
    "Does Memory-Aware aggregation give the same result from the same accesses, without synchronisation?",
  contenders: KERNELS,
  baseline: "naive-rmw",
  workloads: (profile) => aggregationWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    ...AGGREGATION_SETTINGS,
    "block": `X = ${BLOCK.targets} targets, Y = ${BLOCK.features} features`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "accesses", label: "accesses", unit: "count", better: "lower" },
    { id: "global_accesses", label: "accesses of global memory", unit: "count", better: "lower" },
    {
      id: "near_accesses",
      label: "accesses of shared memory or registers",
      unit: "count",
      better: "neither",
    },
    { id: "wrong", label: "outputs that are not the oracle's", unit: "count", better: "lower" },
    {
      id: "error_of_allowed",
      label: "largest error over what rounding explains",
      unit: "1",
      better: "lower",
    },
    { id: "checked_targets", label: "rows compared", unit: "rows", better: "neither" },
    { id: "other_bits", label: `numbers that differ between ${RUNS} runs`, unit: "count", better: "lower" },
    { id: "least_writers", label: "threads that write a sum, at least", unit: "threads", better: "neither" },
    { id: "most_writers", label: "threads that write a sum, at most", unit: "threads", better: "lower" },
    { id: "block_threads", label: "threads of a block", unit: "threads", better: "neither" },
    { id: "longest_list", label: "longest list of neighbours", unit: "neighbours", better: "neither" },
    {
      ...{ id: "block_bytes_printed", label: "shared memory of a block as printed" },
      ...{ unit: "bytes", better: "lower" },
    },
    {
      ...{ id: "block_bytes", label: "shared memory of a block as the kernel takes it" },
      ...{ unit: "bytes", better: "lower" },
    },
  ],
  plots: [{ metric: "global_accesses", x: "workload", facet: "direction", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Accesses are counted by the formulas behind equations 3 and 4, target by target, on the sampled blocks: each neighbour's " +
    "feature once, its weight once a feature, the sum once for each neighbour but one. Memory-Aware reads a weight from global " +
    "memory once; a kernel whose blocks have 32 features does so once for each 32.",
    "The printed block holds as many weights as the longest list has neighbours. That is bounded by the fan-out forward, and by " +
    "nothing backward, where a vertex has as many targets as drew it: the kernel stages weights in chunks instead. The claim is " +
    "judged by the formula forward, and by what the kernel takes in both directions.",
    "Staging weights together needs barriers. No sum is written by two threads, and nothing is atomic.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "fastgl.q.ma-same-result", decide: sameResult },
    { claimId: "fastgl.q.ma-same-bytes", decide: sameBytes },
    { claimId: "fastgl.q.ma-no-sync", decide: noSync },
    { claimId: "fastgl.q.ma-budget", decide: budget },
  ],
};
