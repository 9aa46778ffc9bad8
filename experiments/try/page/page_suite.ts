/**
 * The kernel ladder on WebGPU alone, as the page runs it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { spmmWebGpuKernels } from "../../../kernels/spmm/webgpu_kernels.ts";
import type { SuiteText } from "../../../results/store/session_document.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import { LADDER, type LADDER_METRICS, type LadderWorkload } from "../../trials/ladder.ts";
import type { Suite } from "../../suite.ts";
import { suiteText } from "../../suite_text.ts";
import { productTrial } from "../../trials/product_trial.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import type { PageGraph } from "./page_graphs.ts";

/** A kernel of the ladder. */
interface KernelContender extends Contender {
  readonly factors: { readonly kernel: string };
}

/** Operands that all kernels of a workload share. */
function operands({ seed }: Lab, { graph }: LoadedDataset, width: number) {
  const matrix = gcnNormalise(graph);
  return { matrix, features: randomFeatures(matrix.cols, width, seed), width };
}

/** Suite of the page on some graphs. */
export function pageSuite(
  graphs: readonly PageGraph[],
): Suite<LadderWorkload, KernelContender, typeof LADDER_METRICS> {
  return {
    ...LADDER,
    contenders: spmmWebGpuKernels.map(({ id }) => ({ id, label: id, factors: { kernel: id } })),
    workloads: () => graphs.map(({ workload }) => workload),
    measurement: {
      kind: "timed",
      decides: false,
      trial: async (lab, dataset, { factors: { width } }, { id }) => {
        const kernel = spmmWebGpuKernels.find((each) => each.id === id)!;
        return productTrial(lab, { ...await lab.once(operands, dataset, width), kernel });
      },
    },
    notes: [
      "Measured in a browser by try.html: WebGPU there is the browser's own, and its clocks are as coarse as the browser makes them.",
    ],
  };
}

/** Text of the suite in a session. */
export function pageSuiteText(suite: Suite): SuiteText {
  return suiteText(suite, `deno task repro ${suite.id} --device webgpu`);
}
