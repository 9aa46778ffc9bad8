/**
 * Exact results that the trials of a session share: contenders of one workload are compared with one.
 *
 * @module
 */
import { References } from "../../kernels/checks/references.ts";

/** References of a session, none yet; for `lab.once`. */
export function sharedReferences(): References {
  return new References();
}
