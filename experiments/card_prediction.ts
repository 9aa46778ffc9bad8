/**
 * Times of a sparse product that a card's limits predict, for the verb `describe`: numbers that a recording
 * of the card can prove wrong.
 *
 * @module
 */
import { type AnyCardId, CARDS } from "../hardware/models/cards.ts";
import { CURRENT_CARDS } from "../hardware/models/current_cards.ts";
import { type SpmmRoofline, spmmRoofline } from "../hardware/models/spmm_roofline.ts";
import { loadCycles } from "../kernels/spmm/merge_split/entry_blocks_webgpu.ts";
import { spmmWork } from "../kernels/spmm/spmm_work.ts";
import { UsageError } from "../platform/errors.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { textTable } from "../platform/text/text_table.ts";
import { allKernels, kernelsNamed, type NamedKernel } from "./named_kernels.ts";
import { PROFILES } from "./profiles.ts";
import { workloadSize } from "./session/planning/size_estimate.ts";
import { allSuites } from "./suites.ts";

/** Suite whose graphs and widths have predictions, so that its rows can refute them. */
const LADDER = "own/kernel-ladder";

/** Prediction for a kernel on one graph and width. */
export interface CardPrediction {
  /** Graph as the profile loads it. */
  readonly dataset: string;
  /** Columns of features. */
  readonly width: number;
  /** Stored entries, self-loops included. */
  readonly entries: number;
  /** Time if every byte crosses the memory once. */
  readonly compulsory: SpmmRoofline;
  /** Time if no row of features is ever found in a cache. */
  readonly withoutReuse: SpmmRoofline;
}

/** Predictions for the graphs and widths of the kernel ladder, as `standard` and `paper` load them. */
export function cardPredictions({ kernel }: Pick<NamedKernel, "kernel">, id: AnyCardId): CardPrediction[] {
  const { peakGflops, dramGBs } = CARDS[id], card = { peakGflops, dramGBs };
  const ladder = allSuites().find((suite) => suite.id === LADDER)!;
  const predicted = [PROFILES.standard, PROFILES.paper].flatMap((profile) =>
    ladder.workloads(profile).flatMap((workload): CardPrediction[] => {
      const { width } = workload.factors;
      if (typeof width !== "number") return [];
      const { dataset, vertices: rows, storedEdges } = workloadSize(workload, profile);
      const entries = storedEdges + rows;
      const work = spmmWork({ rows, cols: rows, entries, weighted: true, width }, kernel.features);
      const within = (dramBytes: number) => spmmRoofline({ nnz: entries, width, dramBytes, card });
      return [{
        dataset,
        width,
        entries,
        compulsory: within(work.compulsoryBytes),
        withoutReuse: within(work.bytesWithoutReuse),
      }];
    })
  );
  // A graph that standard loads whole is the same in both profiles.
  return [...new Map(predicted.map((each) => [`${each.dataset}:${each.width}`, each])).values()];
}

const milliseconds = ({ seconds }: SpmmRoofline) => (1000 * seconds).toPrecision(3);

/**
 * Predictions for a kernel of sparse products as text.
 *
 * @param name Name of the kernel, such as `spmm/row-split`.
 * @throws {UsageError} for a name that is not of such a kernel.
 */
export function cardPrediction(name: string, id: AnyCardId): string {
  const isProduct = (each: NamedKernel) => each.name.startsWith("spmm/");
  const [named] = kernelsNamed(name).filter(isProduct);
  if (named === undefined) {
    const known = new Set(allKernels().filter(isProduct).map((each) => `spmm/${each.kernel.id}`));
    const action = `predict "${name}" on a card`;
    if (kernelsNamed(name).length === 0) throw unknownName(action, name, [...known]);
    throw new UsageError({
      action,
      current: "a kernel of another operation, which nothing predicts",
      wanted: `one of ${[...known].join(", ")}`,
      next: "leave --card out, or name a kernel of sparse products",
    });
  }
  const { peakGflops, dramGBs, sources, name: card } = CARDS[id];
  const predictsBlocks = "broadcast" in named.kernel.parameters && id in CURRENT_CARDS;
  const lines = cardPredictions(named, id).map(({ dataset, width, entries, compulsory, withoutReuse }) => [
    dataset,
    width,
    entries,
    milliseconds(compulsory),
    milliseconds(withoutReuse),
    compulsory.bound,
  ]);
  return [
    `spmm/${named.kernel.id} on ${card}: ${dramGBs} GB/s (${sources.dramGBs.where}),`,
    `${peakGflops} GFLOP/s (${sources.peakGflops.where}). Nothing was run.`,
    "",
    textTable(["graph", "width", "entries", "ms, each byte once", "ms, no reuse", "limit"], lines),
    "",
    `A time in ${LADDER} below the first number proves this wrong, unless all operands lie in the card's last cache;`,
    "one above the second says that something else than memory limits the kernel: its launch, where times are microseconds.",
    ...predictsBlocks ? ["", ...blockPrediction()] : [],
  ].join("\n");
}

/** Columns whose cycles are predicted, and lanes of a warp. */
const BLOCK_WIDTHS = [64, 128, 256], WARP = 32;

/** Prediction for the parameter `broadcast` on a card of today, as {@linkcode loadCycles} counts. */
function blockPrediction(): readonly string[] {
  const counts = BLOCK_WIDTHS.map((width) => {
    const [each, shared] = [1, WARP].map((broadcast) => loadCycles(width, broadcast));
    return `${width}: ${each.toPrecision(3)} and ${shared.toPrecision(3)}`;
  });
  return [
    `With broadcast=${WARP} as many bytes cross the memory, and an entry takes the load unit as many cycles or more;`,
    `by columns, without and with it: ${counts.join(", ")}. So "tune --device webgpu" keeps broadcast 1`,
    "where this holds: a choice above 1, with its evidence (describe --tuned), proves it wrong.",
  ];
}
