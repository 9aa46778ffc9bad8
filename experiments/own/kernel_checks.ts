/**
 * Checks of every kernel of the device against its oracle, on small awkward problems: what a session on a
 * new device runs before anything is timed.
 *
 * @module
 */
import { kernelsOn } from "../../kernels/backend_kernels.ts";
import { findOperation, kernelsOf, operations } from "../../kernels/registry.ts";
import { MissingError } from "../../platform/errors.ts";
import { pausing } from "../../platform/pausing.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { Facts, Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";

const METRICS = {
  kernels: { label: "kernels", unit: "count" },
  checks: { label: "checks", unit: "count" },
  refused: { label: "settings that the device or the problem does not allow", unit: "count" },
  error_share: { label: "largest error over its tolerance", unit: "1", better: "lower" },
} as const satisfies Metrics;

/** An operation, all kernels of which are checked. */
interface OperationWorkload extends Workload {
  readonly factors: { readonly operation: string };
}

const CHECKED: Contender = { id: "checked", label: "kernels of this device" };

/** Checks the kernels of an operation that a device runs. */
async function checkOperation({ device, say, signal }: Lab, id: string): Promise<Facts<typeof METRICS>> {
  const { smallChecks } = await import("../../kernels/checks/small_checks.ts");
  const operation = findOperation(id), kernels = kernelsOn(kernelsOf(id), device.backend);
  const pause = pausing(signal);
  let checks = 0, refused = 0, largest = 0;
  for (const kernel of kernels) {
    say(kernel.id);
    for await (const check of smallChecks(device, operation, kernel)) {
      if (check.fault !== undefined) throw check.fault;
      if (check.refused) refused++;
      else checks++;
      largest = Math.max(largest, check.errorShare);
      await pause();
    }
  }
  if (checks > 0) return { kernels: kernels.length, checks, refused, error_share: largest };
  throw new MissingError({
    action: `check ${id} on ${device.name}`,
    current: `no kernel of ${id} that ${device.backend} runs`,
    wanted: "at least one",
    next: "choose another --device",
  });
}

/** Counts of checks and largest errors by operation. */
export const kernelChecks: Suite<OperationWorkload, Contender, typeof METRICS> = {
  id: "own/kernel-checks",
  artifact: "Kernel checks",
  title: "Kernels against their oracles",
  question: "Does every kernel of this device compute what its oracle computes?",
  contenders: [CHECKED],
  baseline: CHECKED.id,
  workloads: () => operations.map(({ id }) => ({ id, factors: { operation: id } })),
  settings: {
    "problems": "small: empty rows, a hub, full tiles, odd widths, indices out of order",
    "parameters": "defaults, and each at either end of its range",
  },
  measurement: {
    kind: "joint",
    async measure(lab, _dataset, { factors: { operation } }) {
      const facts = await checkOperation(lab, operation);
      return () => ({ times: {}, facts });
    },
  },
  metrics: METRICS,
  plots: [],
  notes: [],
  claims: [],
};
