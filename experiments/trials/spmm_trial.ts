/**
 * A sparse-dense product as a trial, by a kernel of the registry.
 *
 * @module
 */
import type { Kernel } from "../../kernels/kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import type { SpmmOperandsOf } from "../../kernels/spmm/spmm.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";
import { productTrial, type SpmmTrialOptions } from "./product_trial.ts";

/** Builds the trial of {@linkcode productTrial} by a kernel or a kernel's id. */
export function spmmTrial<M extends Metrics>(lab: Lab, options: SpmmTrialOptions<M>): Trial<M> {
  const kernel = typeof options.kernel === "string"
    ? findKernel("spmm", options.kernel, lab.device.backend) as Kernel<SpmmOperandsOf>
    : options.kernel;
  return productTrial(lab, { ...options, kernel });
}
