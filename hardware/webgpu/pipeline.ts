/**
 * Compute pipelines with errors that name the line. WebGPU compiles silently: unless its messages are read, a
 * kernel that does not compile computes nothing without any report.
 *
 * @module
 */
import { DeviceError } from "../../platform/errors.ts";
import type { WebGpuDevice } from "./device.ts";

/** Source of a pipeline. */
export interface PipelineSource {
  /** Name of the kernel in error messages. */
  readonly label: string;
  /** WGSL text. */
  readonly source: string;
  /** Entry point; `main` by default. */
  readonly entry?: string;
  /** Values of `override` constants; 1 and 0 for `bool`. */
  readonly constants?: Readonly<Record<string, number>>;
}

/**
 * Compiles a pipeline, or returns the one compiled before from the same source, entry point and constants.
 *
 * @throws {DeviceError} with line and column of the first message where the source does not compile.
 */
export function computePipeline(device: WebGpuDevice, pipeline: PipelineSource): Promise<GPUComputePipeline> {
  const constants = Object.entries(pipeline.constants ?? {}).sort(([a], [b]) => a < b ? -1 : 1);
  const key = JSON.stringify([pipeline.entry ?? "main", constants, pipeline.source]);
  let compiled = device.pipelines.get(key);
  if (!compiled) {
    compiled = compile(device.gpu, pipeline);
    device.pipelines.set(key, compiled);
    // A failure is not cached: a device that recovers memory may compile the next time.
    compiled.catch(() => device.pipelines.delete(key));
  }
  return compiled;
}

async function compile(gpu: GPUDevice, pipeline: PipelineSource): Promise<GPUComputePipeline> {
  const { label, source, entry = "main", constants = {} } = pipeline;
  gpu.pushErrorScope("validation");
  const module = gpu.createShaderModule({ label, code: source });
  const { messages } = await module.getCompilationInfo();
  const compiled = messages.some((m) => m.type === "error")
    ? undefined
    : gpu.createComputePipeline({ label, layout: "auto", compute: { module, entryPoint: entry, constants } });
  const error = await gpu.popErrorScope();
  if (compiled && !error) return compiled;
  const first = messages.find((m) => m.type === "error");
  throw new DeviceError({
    action: `compile "${label}"`,
    current: first
      ? `line ${first.lineNum}, column ${first.linePos}: ${sentence(first.message)} in ${
        JSON.stringify(source.split("\n")[first.lineNum - 1]?.trim() ?? "")
      }`
      : sentence(error?.message ?? "no reason given"),
    wanted: "WGSL that compiles",
    next: "correct that line, or say which adapter refuses it",
  });
}

/** Message without the compiler's drawing of the source. */
function sentence(message: string): string {
  return message.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !/^([│┌=]|\d+ │)/.test(line))
    .join(" ").replace(/^Shader '[^']*' parsing error: /, "");
}
