/**
 * Process of one version of a kernel: loads the kernel from the files as they are when it starts, then
 * prepares, checks and times it as it is asked to, one line of JSON a request.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { Device } from "../../hardware/device.ts";
import type { Roofline } from "../../hardware/models/roofline.ts";
import { openDevice } from "../../hardware/open_device.ts";
import { probeRoofline } from "../../hardware/probe_roofline.ts";
import { clockOf, shortestSample } from "../../hardware/measuring/sample_length.ts";
import { ShaderError } from "../../hardware/webgpu/pipeline.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import { findKernel } from "../../kernels/registry.ts";
import { kernelName } from "../../kernels/kernel.ts";
import { savedTuning } from "../../kernels/tuning/tuning_file.ts";
import { ReproError } from "../../platform/errors.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import { profileOf } from "../profiles.ts";
import { labOutsideSession } from "../lab_outside_session.ts";
import { randomFeatures } from "../../kernels/random_features.ts";
import { spmmTrial } from "../trials/spmm_trial.ts";
import { datasetOrFile } from "../../datasets/user_graph.ts";
import { peerTrial } from "../peers/peer_trial.ts";
import { registerUserKernel } from "../peers/user_kernels/user_kernel.ts";
import { HOME } from "./home.ts";
import { linesOf } from "./lines.ts";
import { shaderPlace } from "./shader_place.ts";
import type { Checked, Opened, Reply, VersionSubject } from "./worker_messages.ts";

/** A kernel on its device. */
class OpenKernel {
  readonly #device: Device;
  readonly #trial: Trial;
  #plan: PreparedTrial | undefined;

  /** Takes over the device. */
  constructor(device: Device, trial: Trial) {
    this.#device = device;
    this.#trial = trial;
  }

  /** Prepares the kernel anew, with a new placement in memory. */
  async prepare(): Promise<void> {
    this.release();
    this.#plan = await this.#trial.prepare();
  }

  /** The plan that was prepared last. */
  get plan(): PreparedTrial {
    if (this.#plan === undefined) throw new TypeError("nothing is prepared");
    return this.#plan;
  }

  /** Milliseconds of so many executions. */
  async time(calls: number): Promise<number> {
    return await clockOf(this.#device, this.plan)(calls);
  }

  /** Limits of the device. */
  roofline(): Promise<Roofline> {
    return probeRoofline(this.#device);
  }

  /** Frees the memory of the plan. */
  release(): void {
    this.#plan?.destroy();
    this.#plan = undefined;
  }

  /** Frees everything. */
  close(): void {
    this.#device.close();
  }
}

async function openKernel(subject: VersionSubject): Promise<{ kernel: OpenKernel; opened: Opened }> {
  const { operation, kernel: id, file, parameters, graph, width, seed, threads, dataDir } = subject;
  const device = await openDevice({ device: subject.device, threads, tuning: savedTuning });
  const lab = labOutsideSession(device, { profile: profileOf(subject.profile), seed, threads, dataDir });
  const dataset = await lab.load({ dataset: datasetOrFile(graph) });
  const matrix = gcnNormalise(dataset.graph), features = randomFeatures(matrix.cols, width, seed);
  const product = { matrix, features, width };
  const own = file === undefined ? undefined : registerUserKernel(file, subject);
  const trial = own === undefined
    ? spmmTrial(lab, { ...product, kernel: id, parameters })
    : await peerTrial(lab, { ...product, peer: own.id });
  const kernel = new OpenKernel(device, trial), { multiplyAdds, compulsoryBytes } = trial.work;
  await kernel.prepare();
  return {
    kernel,
    opened: {
      backend: device.backend,
      adapterKind: device.adapterKind,
      name: device.name,
      kernel: own?.label ?? kernelName(findKernel(operation, id, device.backend)),
      graph: `${dataset.id} (${dataset.kind}, ${matrix.colIdx.length} entries)`,
      note: dataset.note && `${dataset.id}: ${dataset.note}`,
      leastSampleMs: shortestSample(device, kernel.plan),
      multiplyAdds,
      compulsoryBytes,
    },
  };
}

/** Number that JSON has, or its name. */
const written = (value: number) => Number.isFinite(value) ? value : String(value);

function checkedReply({ ok, checkedRows, worst }: CheckReport): Checked {
  if (worst === undefined) return { ok, checkedRows };
  const { row, col, got, wanted, allowed } = worst;
  const share = Math.abs(got - wanted) / allowed;
  return {
    ok,
    checkedRows,
    worst: { row, ...(col !== undefined && { col }), got: written(got), wanted, share: written(share) },
  };
}

/** Answers by operation, on the kernel that `open` has opened. */
const ANSWERS: Readonly<Record<string, (kernel: OpenKernel, request: Record<string, unknown>) => unknown>> = {
  check: async ({ plan }) => checkedReply(await plan.check()),
  prepare: (kernel) => kernel.prepare(),
  time: async (kernel, { calls }) => ({ ms: await kernel.time(calls as number) }),
  recheck: ({ plan }, { seed }) => plan.recheck(seed as number),
  roofline: (kernel) => kernel.roofline(),
  release: (kernel) => kernel.release(),
};

/** Texts of all shaders of the harness's operations, by path from the harness. */
function shaderTexts(): ReadonlyMap<string, string> {
  const paths = readdirSync(join(HOME, "kernels"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".wgsl")).map((path) => join("kernels", path));
  return new Map(paths.map((path) => [path, readFileSync(join(HOME, path), "utf8")]));
}

/**
 * Reply to a request that failed. One of the shader compiler names the place in the shader's own file; any
 * other error of the harness keeps its parts, since it may be no fault of the kernel.
 */
function failedReply(error: unknown): Reply {
  if (error instanceof ShaderError && error.fault !== undefined) {
    const { source, fault: { line, column, message } } = error;
    const place = shaderPlace(source, line, shaderTexts());
    const at = place === undefined ? `generated text, line ${line}` : `${place.path}:${place.line}`;
    return { failed: `${at}:${column}: ${message}\n${source.split("\n")[line - 1]?.trim() ?? ""}` };
  }
  if (error instanceof ReproError) return { failed: error.message, parts: error.parts };
  return { failed: error instanceof Error ? error.message : String(error) };
}

/** Answers requests until standard input ends. */
async function serve(): Promise<void> {
  let kernel: OpenKernel | undefined;
  const answer = async ({ op, ...request }: { readonly op: string }): Promise<unknown> => {
    if (op !== "open") return await ANSWERS[op](kernel!, request);
    const { kernel: own, opened } = await openKernel((request as { subject: VersionSubject }).subject);
    kernel = own;
    return opened;
  };
  const encoder = new TextEncoder();
  for await (const line of linesOf(Deno.stdin.readable)) {
    let reply: Reply;
    try {
      reply = { done: await answer(JSON.parse(line)) ?? null };
    } catch (error) {
      reply = failedReply(error);
    }
    // A kernel under development may print.
    Deno.stdout.writeSync(encoder.encode(`\n${JSON.stringify(reply)}\n`));
  }
  kernel?.close();
}

// Ctrl-C goes to the whole terminal; the loop ends its versions itself.
if (Deno.build.os !== "windows") Deno.addSignalListener("SIGINT", () => {});
await serve();
Deno.exit(0);
