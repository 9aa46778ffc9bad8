/**
 * Partially-active training against all-active training on every graph of the suite: the real ones where they
 * are at hand, stand-ins for the others, small for the oracle and as the standard profile has them on
 * threads.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { graphInProfile, PAPER_GRAPHS } from "../../../experiments/eppgcn/paper_graphs.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import type { Executor } from "../../../training/executors/executor.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertEqual, bothWays, type BoundTask, numbersOf } from "../../training/active_training.ts";

/** Depths with training ratios, turned from graph to graph so that depths and ratios meet in all ways. */
const DEPTHS = [1, 2, 3, 4, 5, 6];
const SHARES = [0.01, 0.05, 0.1, 0.2, 0.4, 0.8];
const CITATIONS: ReadonlySet<string> = new Set(["cora", "citeseer", "pubmed"]);

/**
 * Threads take one of so many cases a graph, an adapter that emulates a GPU fewer. Neither number divides that
 * of the aggregations, so that graphs get both, and all cases some graphs.
 */
const EVERY_ON_THREADS = 3, EVERY_ON_ADAPTER = 5;

/** With self-loops and symmetric weights, or without self-loops and as directed as means make it. */
const AGGREGATIONS: readonly ((graph: CsrMatrix) => CsrMatrix)[] = [gcnNormalise, rowMean];

interface Case {
  readonly depth: number;
  readonly trainingShare: number;
  readonly normalise: (graph: CsrMatrix) => CsrMatrix;
}

function casesOf(graph: number): readonly Case[] {
  return DEPTHS.flatMap((depth, at) =>
    AGGREGATIONS.map((normalise, which) => ({
      depth,
      normalise,
      trainingShare: SHARES[(at + graph + which * (SHARES.length / 2)) % SHARES.length],
    }))
  );
}

const someCases = (graph: number, every: number) =>
  casesOf(graph).filter((_, at) => at % every === graph % every);

async function assertSameGradients(
  name: string,
  { depth, trainingShare, normalise }: Case,
  { width, tolerance, open }: {
    readonly width: number;
    readonly tolerance: number;
    readonly open: (task: BoundTask) => Executor | Promise<Executor>;
  },
): Promise<void> {
  const dataset = await load(name);
  const data = await vertexData(dataset, {
    seed: 3,
    trainingShare,
    normalise,
    randomWidth: width,
    classes: 4,
  });
  const layers = gcn({ classes: data.classes, hidden: width, layers: depth, order: "transform-first" });
  const { all, part } = bothWays(data, layers, { hops: depth });
  const numbers = [];
  for (const bound of [all, part]) {
    const executor = await open(bound);
    numbers.push(await numbersOf(executor, bound.task.program));
    executor.close();
  }
  assertEqual(numbers[0], numbers[1], tolerance);
  const weight = numbers[0].get(`layer ${depth} weight`)!;
  assert.ok(weight.some((x) => x !== 0), `${name}: a gradient that is 0 proves nothing`);
}

let latest: { readonly name: string; readonly dataset: ReturnType<typeof loadDataset> } | undefined;

function load(name: string): ReturnType<typeof loadDataset> {
  if (latest?.name !== name) latest = { name, dataset: loadDataset(name, { seed: 1 }) };
  return latest.dataset;
}

/**
 * A citation graph itself, the others at 1/64: a case is a training step of up to 6 layers, twice, in plain
 * TypeScript.
 */
function oracleGraph(id: string): string {
  return CITATIONS.has(id) ? id : `${id}@1/64`;
}

PAPER_GRAPHS.forEach(({ id, name }, graph) => {
  Deno.test(`gradients on ${name} are those of all-active training to 1e-12 in float64, 1 to 6 layers`, async () => {
    const sized = oracleGraph(id);
    for (const each of casesOf(graph)) {
      await assertSameGradients(sized, each, {
        width: 4,
        tolerance: 1e-12,
        open: ({ task, bindings }) => new OracleExecutor(task.program, bindings),
      });
    }
  });

  Deno.test(`gradients on ${name} are those of all-active training to 1e-5 on threads`, async () => {
    const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 30 });
    try {
      for (const each of someCases(graph, EVERY_ON_THREADS)) {
        await assertSameGradients(graphInProfile(id, profileOf("standard")), each, {
          width: 8,
          tolerance: 1e-5,
          open: ({ task, bindings }) => DeviceExecutor.open(device, task.program, bindings),
        });
      }
    } finally {
      device.close();
    }
  });

  testOnAdapter(`gradients on ${name} are those of all-active training to 1e-5 on webgpu`, async (device) => {
    for (const each of someCases(graph, EVERY_ON_ADAPTER)) {
      await assertSameGradients(oracleGraph(id), each, {
        width: 8,
        tolerance: 1e-5,
        open: ({ task, bindings }) => DeviceExecutor.open(device, task.program, bindings),
      });
    }
  });
});
