/**
 * Joint measurements that time nothing: counts of what each contender does on the device, one contender after
 * the other.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { JointMeasurement } from "../measurement.ts";
import type { Facts, Metrics } from "../metrics.ts";

/** Measures each contender by `count`; the error of one keeps no other from running. */
export function jointCounts<W extends Workload, C extends Contender, M extends Metrics>(
  count: (lab: Lab, dataset: LoadedDataset, workload: W, contender: C) => Promise<Facts<M>>,
): JointMeasurement<W, C, M>["measure"] {
  return async (lab, dataset, workload, contenders) => {
    const results = new Map<string, { readonly facts: Facts<M> } | { readonly error: unknown }>();
    for (const contender of contenders) {
      lab.phase(`${contender.id}, counting`);
      try {
        results.set(contender.id, { facts: await count(lab, dataset, workload, contender) });
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        results.set(contender.id, { error });
      }
    }
    return (id) => {
      const result = results.get(id)!;
      if ("error" in result) throw result.error;
      return { times: {}, facts: result.facts };
    };
  };
}
