/**
 * The best dense product of the device beside its peers: the update of a layer.
 *
 * @module
 */
import { gemm, type GemmProblem } from "../../../kernels/gemm/mod.ts";
import { RandomStream } from "../../../platform/random.ts";
import { repeatedUniform } from "../../../platform/repeated_uniform.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerGemmTrial } from "../../peers/peer_gemm.ts";
import { GEMM_PEERS, peerContenders } from "../../peers/peers.ts";
import { gemmTrial } from "../../trials/gemm_trial.ts";
import { GEMM_LINES } from "../targets.ts";
import { bestKernel, portableKernel } from "./best_kernel.ts";

/** Rows of the features: vertices of a graph. */
const VERTICES = 65_536;
const SMOKE_VERTICES = 256;
/** Layers of a model on Reddit: its features to hidden units, and those to fewer. */
const LAYERS = [{ inner: 602, cols: 128 }, { inner: 128, cols: 64 }] as const;

/** This device's best kernel, its form in WebAssembly, or a peer. */
interface GemmContender extends Contender {
  readonly factors: { readonly form: "own" | "wasm" } | { readonly peer: string };
}

/** Shape of a product. */
interface GemmWorkload extends Workload {
  readonly factors: { readonly rows: number; readonly inner: number; readonly cols: number };
}

const METRICS = {
  time: { label: "GEMM time", unit: "ms", better: "lower" },
  gflops: { label: "throughput", unit: "GFLOP/s", better: "higher" },
  speedup: { label: "speed-up over this device", unit: "x", better: "higher" },
} as const satisfies Metrics;

/** Problem of random numbers, with both factors in float32. */
function drawProblem({ seed }: Lab, _none: LoadedDataset, { rows, inner, cols }: GemmWorkload["factors"]) {
  const draw = (count: number, what: string) => repeatedUniform(count, new RandomStream(seed, what));
  return { a: draw(rows * inner, "features"), b: draw(inner * cols, "weights"), rows, inner, cols };
}

async function trial(lab: Lab, { factors: shape }: GemmWorkload, { factors }: GemmContender): Promise<Trial> {
  const problem = await lab.once(drawProblem, NO_DATASET, shape) satisfies GemmProblem;
  if ("peer" in factors) return await peerGemmTrial(lab, { ...problem, peer: factors.peer });
  const { device } = lab;
  return gemmTrial(lab, problem, (factors.form === "own" ? bestKernel : portableKernel)(gemm, device));
}

/** Times of the best GEMM kernel and of other systems by shape. */
export const benchGemm: BenchSuite<GemmWorkload, GemmContender, typeof METRICS> = {
  id: "own/bench-gemm",
  artifact: "Bench: GEMM",
  title: "The best dense product beside other systems",
  onlyWhenNamed: true,
  question: "How fast is the dense product of a layer here, beside the systems that one would pick instead?",
  contenders: [
    { id: "own", label: "this device", factors: { form: "own" } },
    { id: "wasm", label: "WebAssembly", factors: { form: "wasm" } },
    ...peerContenders(GEMM_PEERS),
  ],
  baseline: "own",
  workloads: ({ id }) => {
    const rows = id === "smoke" ? SMOKE_VERTICES : VERTICES;
    return LAYERS.map(({ inner, cols }) => ({ id: `${inner}x${cols}`, factors: { rows, inner, cols } }));
  },
  settings: { "numbers": "uniform random in [-1, 1)" },
  measurement: {
    kind: "timed",
    decides: true,
    patience: 4,
    trial: (lab, _dataset, workload, each) => trial(lab, workload, each),
  },
  metrics: METRICS,
  plots: [{ metric: "gflops", x: "workload" }],
  notes: GEMM_PEERS.map(({ label, call }) => `${label}: ${call}.`),
  claims: [],
  bench: GEMM_LINES,
};
