/**
 * Compute pipelines with errors that name the line. WebGPU compiles silently: unless its messages are read, a
 * kernel that does not compile computes nothing without any report.
 *
 * @module
 */
import { DeviceError } from "../../platform/errors.ts";
import type { WebGpuDevice } from "./device.ts";
import { deviceError } from "./reported_error.ts";
import { compiledSource } from "./subgroups.ts";

/** Kinds of errors that a compilation can report; the last is asked for first. */
const ERROR_SCOPES = ["internal", "out-of-memory", "validation"] as const;

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

/** Place and words of a compiler's message. */
export interface ShaderFault {
  /** Number of the line in the source, from 1. */
  readonly line: number;
  /** Position in the line, from 1. */
  readonly column: number;
  /** The message in one line. */
  readonly message: string;
}

/** A WGSL source that does not compile. Exit code 3. */
export class ShaderError extends DeviceError {
  /** The whole source, which may be put together from several files. */
  readonly source: string;
  /** The first message; absent where the compiler names no place. */
  readonly fault: ShaderFault | undefined;

  /** Builds the message from the fault, or from `reason` where there is none. */
  constructor(
    { label, source }: PipelineSource,
    { fault, reason }: { readonly fault?: ShaderFault | undefined; readonly reason: string },
  ) {
    const text = fault && JSON.stringify(source.split("\n")[fault.line - 1]?.trim() ?? "");
    super({
      action: `compile "${label}"`,
      current: fault ? `line ${fault.line}, column ${fault.column}: ${fault.message} in ${text}` : reason,
      wanted: "WGSL that compiles",
      next: "correct that line, or say which adapter refuses it",
    });
    this.source = source;
    this.fault = fault;
  }
}

/**
 * Compiles a pipeline, or returns the one compiled before from the same source, entry point and constants.
 *
 * @throws {ShaderError} with line and column of the first message where the source does not compile.
 * @throws {OutOfMemoryError} or {@linkcode DeviceError} where the driver fails.
 */
export function computePipeline(device: WebGpuDevice, pipeline: PipelineSource): Promise<GPUComputePipeline> {
  const constants = Object.entries(pipeline.constants ?? {}).sort(([a], [b]) => a < b ? -1 : 1);
  const key = JSON.stringify([pipeline.entry ?? "main", constants, pipeline.source]);
  let compiled = device.pipelines.get(key);
  if (!compiled) {
    compiled = compile(device, pipeline);
    device.pipelines.set(key, compiled);
    // A failure is not cached: a device that recovers memory may compile the next time.
    compiled.catch(() => device.pipelines.delete(key));
  }
  return compiled;
}

async function compile(
  { gpu, webgpu }: WebGpuDevice,
  pipeline: PipelineSource,
): Promise<GPUComputePipeline> {
  const { label, source, entry = "main", constants = {} } = pipeline;
  // Of each kind: a pipeline that a driver had no memory for is as invalid as that of a wrong source.
  for (const scope of ERROR_SCOPES) gpu.pushErrorScope(scope);
  const module = gpu.createShaderModule({ label, code: compiledSource(source, webgpu) });
  const { messages } = await module.getCompilationInfo();
  const compiled = messages.some((m) => m.type === "error")
    ? undefined
    : gpu.createComputePipeline({ label, layout: "auto", compute: { module, entryPoint: entry, constants } });
  const [invalid, ...others] = await Promise.all(ERROR_SCOPES.map(() => gpu.popErrorScope()));
  const failure = others.find((error) => !!error);
  if (failure) throw deviceError(`compile "${label}"`, failure);
  if (compiled && !invalid) return compiled;
  const first = messages.find((m) => m.type === "error");
  throw new ShaderError(pipeline, {
    fault: first && { line: first.lineNum, column: first.linePos, message: sentence(first.message) },
    reason: sentence(invalid?.message ?? "no reason given"),
  });
}

/** Message without the compiler's drawing of the source. */
function sentence(message: string): string {
  return message.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !/^([│┌=]|\d+ │)/.test(line))
    .join(" ").replace(/^Shader '[^']*' parsing error: /, "");
}
