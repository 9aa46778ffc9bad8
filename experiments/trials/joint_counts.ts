/**
 * Joint measurements that time nothing: counts of what each contender does on the device, one contender after
 * the other.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { JointMeasurement } from "../measurement.ts";
import type { Facts, Metrics } from "../metrics.ts";
import { Outcomes } from "./outcomes.ts";

/** Measures each contender by `count`; the error of one keeps no other from running. */
export function jointCounts<W extends Workload, C extends Contender, M extends Metrics>(
  count: (lab: Lab, dataset: LoadedDataset, workload: W, contender: C) => Promise<Facts<M>>,
): JointMeasurement<W, C, M>["measure"] {
  return async (lab, dataset, workload, contenders) => {
    const outcomes = new Outcomes<Facts<M>>();
    for (const contender of contenders) {
      lab.phase(`${contender.id}, counting`);
      await outcomes.attempt(contender.id, async () => {
        outcomes.set(contender.id, await count(lab, dataset, workload, contender));
      });
    }
    return (id) => ({ times: {}, facts: outcomes.of(id) });
  };
}
