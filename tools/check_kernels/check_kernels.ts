/**
 * Compiles every WebGPU kernel on the adapter at hand, holds it against its oracle on small problems, with
 * its parameters at their defaults and at either end of their ranges, and compares what its WGSL declares
 * with what it says it needs and with the adapter's limits. `--pipelines FILE` also writes down what was
 * compiled, for `tint.ts`. Exit code 1 if something is wrong, 0 if there is no adapter, with the reason.
 *
 * @module
 */
import { requestAdapter } from "../../hardware/webgpu/adapter.ts";
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { openWebGpuDevice } from "../../hardware/webgpu/open_device.ts";
import { smallChecks } from "../../kernels/checks/small_checks.ts";
import { type Kernel, type Needs, resolveParameters } from "../../kernels/kernel.ts";
import type { AnyOperandsOf } from "../../kernels/operation.ts";
import { type AnyOperation, kernelsOf, operations } from "../../kernels/registry.ts";
import { textTable } from "../../platform/text/text_table.ts";
import { wgslResources } from "./wgsl_resources.ts";

/** Source of one compiled pipeline, in the format that `tint.ts` reads. */
interface CompiledPipeline {
  readonly label: string;
  readonly entry: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly source: string;
}

/** One kernel's line of the table. */
interface Finding {
  readonly name: string;
  checks: number;
  refused: number;
  /** Largest error over its tolerance. */
  share: number;
  readonly declared: Record<Resource, number>;
  readonly needed: Record<Resource, number>;
  readonly faults: Set<string>;
}

const RESOURCES = ["workgroupBytes", "workgroupInvocations", "storageBindings"] as const;
type Resource = typeof RESOURCES[number];
/**
 * Default limits of WebGPU, the only ones that the second compiler knows; larger pipelines are not passed to
 * it.
 */
const DEFAULT_LIMITS: Needs = { workgroupBytes: 16384, workgroupInvocations: 256, storageBindings: 8 };
const none = () => ({ workgroupBytes: 0, workgroupInvocations: 0, storageBindings: 0 });

/** Reads the device's pipelines as `computePipeline` keys them, and compares each with needs and limits. */
function inspect(device: WebGpuDevice, needs: Needs, finding: Finding, compiled: CompiledPipeline[]): void {
  for (const key of device.pipelines.keys()) {
    const [entry, pairs, source] = JSON.parse(key) as [string, [string, number][], string];
    const pipeline = { label: finding.name, entry, constants: Object.fromEntries(pairs), source };
    const declared = wgslResources(pipeline);
    if (RESOURCES.every((resource) => declared[resource] <= DEFAULT_LIMITS[resource])) {
      compiled.push(pipeline);
    }
    for (const resource of RESOURCES) {
      finding.declared[resource] = Math.max(finding.declared[resource], declared[resource]);
      finding.needed[resource] = Math.max(finding.needed[resource], needs[resource]);
      const limit = Math.min(needs[resource], device.limits[resource]);
      if (declared[resource] > limit) {
        const what = `declares ${declared[resource]} ${resource} in ${entry}, not more than ${limit}`;
        finding.faults.add(`${what} wanted (${JSON.stringify(pipeline.constants)})`);
      }
    }
  }
}

/** Checks one kernel on every small problem and setting. */
async function checkKernel(
  device: WebGpuDevice,
  operation: AnyOperation,
  kernel: Kernel<AnyOperandsOf>,
  compiled: CompiledPipeline[],
): Promise<Finding> {
  const finding: Finding = {
    name: `${operation.id}/${kernel.id}`,
    checks: 0,
    refused: 0,
    share: 0,
    declared: none(),
    needed: none(),
    faults: new Set(),
  };
  device.pipelines.clear();
  for await (const check of smallChecks(device, operation, kernel)) {
    const { problem, parameters, refused, errorShare, fault } = check;
    finding[refused ? "refused" : "checks"]++;
    if (fault !== undefined) finding.faults.add(fault.message);
    finding.share = Math.max(finding.share, errorShare);
    const needs = kernel.needs(resolveParameters(kernel, parameters), operation.width(problem));
    inspect(device, needs, finding, compiled);
    device.pipelines.clear();
  }
  if (finding.checks === 0) {
    finding.faults.add(`no check ran: small_problems.ts has none for ${operation.id}`);
  }
  return finding;
}

async function main(): Promise<number> {
  const choice = await requestAdapter({ allowSoftware: true });
  if (choice.adapter === undefined) {
    console.log(`check of the WebGPU kernels: skipped (${choice.reason})`);
    return 0;
  }
  const device = await openWebGpuDevice({ allowSoftware: true });
  const compiled: CompiledPipeline[] = [];
  const findings: Finding[] = [];
  for (const operation of operations) {
    for (const kernel of kernelsOf(operation.id)) {
      if (kernel.backend === device.backend) {
        findings.push(await checkKernel(device, operation, kernel, compiled));
      }
    }
  }
  const file = Deno.args[Deno.args.indexOf("--pipelines") + 1];
  if (Deno.args.includes("--pipelines")) await Deno.writeTextFile(file, JSON.stringify(compiled));
  console.log(`WebGPU kernels on ${device.name} (${device.adapterKind})`);
  console.log(textTable(
    [
      "kernel",
      "checks",
      "refused",
      "error/tolerance",
      "bytes",
      "of",
      "invocations",
      "of",
      "bindings",
      "of",
      "verdict",
    ],
    findings.map(({ name, checks, refused, share, declared, needed, faults }) => [
      name,
      checks,
      refused,
      share.toFixed(3),
      ...RESOURCES.flatMap((resource) => [declared[resource], needed[resource]]),
      faults.size === 0 ? "ok" : "FAILED",
    ]),
  ));
  for (const { name, faults } of findings) for (const fault of faults) console.error(`${name}: ${fault}`);
  device.close();
  return findings.length === 0 || findings.some(({ faults }) => faults.size > 0) ? 1 : 0;
}

Deno.exit(await main());
