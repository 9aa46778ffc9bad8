/**
 * Means by which the devices of runs are calibrated.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { probeRoofline } from "../../hardware/probe_roofline.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import type { SpmmOperandsOf } from "../../kernels/spmm/spmm.ts";
import type { CalibrationMeans } from "./calibration.ts";

/** Best known kernel of SpMM on a device, and the probe of its backend. */
export function calibrationMeans(device: Device): CalibrationMeans {
  return {
    kernel: findKernel("spmm", "row-split", device.backend) as Kernel<SpmmOperandsOf>,
    roofline: () => probeRoofline(device),
  };
}
