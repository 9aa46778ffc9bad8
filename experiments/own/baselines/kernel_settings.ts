/**
 * Kernels of sparse products with their parameters, as many as a baseline is tuned over.
 *
 * @module
 */
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { findKernel } from "../../../kernels/registry.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Operands } from "../../trials/ordered_graph.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { fastestTrial } from "../fastest_trial.ts";
import type { SetupTrial } from "./audit.ts";

/** A kernel with some of its parameters; the others have their defaults. */
export interface KernelSetting {
  /** Kernel id. */
  readonly kernel: string;
  /** Parameters. */
  readonly parameters: ParameterValues;
}

/** A setting and the operands that it is tried on. */
export interface TriedSetting extends KernelSetting {
  /** Order of the ids, for words. */
  readonly order: string;
  /** Operands under that order. */
  readonly operands: Operands;
}

/** Values of row-split's parameters to try, of which every backend has some. */
const ROW_VALUES: Readonly<Record<string, readonly number[]>> = {
  block: [0, 16, 256],
  panel: [0, 2, 4],
  touch: [0, 1],
  workgroup: [0, 64, 128, 256],
};

/** Row-split on its defaults, and every combination of its parameters that a backend has. */
export function rowSettings({ device: { backend } }: Pick<Lab, "device">): KernelSetting[] {
  const kernel = "row-split", names = Object.keys(findKernel("spmm", kernel, backend).parameters);
  const tried = names.filter((name) => Object.hasOwn(ROW_VALUES, name));
  const combined = tried.reduce<ParameterValues[]>(
    (all, name) => all.flatMap((each) => ROW_VALUES[name].map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
  return combined.map((parameters) => ({ kernel, parameters }));
}

/** Neighbour groups of each size that eppgcn's Figure 5 enumerates. */
export const GROUP_SETTINGS: readonly KernelSetting[] = [2, 4, 8, 16, 32, 64, 128].map((groupSize) => ({
  kernel: "neighbor-group",
  parameters: { groupSize },
}));

/**
 * Dense tiles above each threshold of hetu-gnn's Table 5, and above higher ones for devices other than its.
 */
export const TILE_SETTINGS: readonly KernelSetting[] = [2, 5, 10, 20, 60].map((threshold) => ({
  kernel: "block-sparse",
  parameters: { threshold },
}));

/** Each setting on each of some operands. */
export function triedOn(
  operands: Readonly<Record<string, Operands>>,
  settings: readonly KernelSetting[],
): TriedSetting[] {
  return Object.entries(operands).flatMap(([order, of]) =>
    settings.map((setting) => ({ ...setting, order, operands: of }))
  );
}

/** `row-split, panel 2, ids by metis`. */
export function settingText({ kernel, parameters, order }: TriedSetting): string {
  const values = Object.entries(parameters).filter(([, value]) => value !== 0);
  return [kernel, ...values.map(([name, value]) => `${name} ${value}`), `ids ${order}`].join(", ");
}

/** Trial of a setting. */
export function settingTrial(lab: Lab, { kernel, parameters, operands }: TriedSetting): Trial {
  return spmmTrial(lab, { ...operands, kernel, parameters });
}

/** Trial of the fastest of some settings here. */
export async function fastestSetting(lab: Lab, tried: readonly TriedSetting[]): Promise<SetupTrial> {
  const byText = new Map(tried.map((setting) => [settingText(setting), setting]));
  const trials = new Map([...byText].map(([text, setting]) => [text, () => settingTrial(lab, setting)]));
  const chosen = await fastestTrial(lab, trials);
  return { trial: settingTrial(lab, byText.get(chosen)!), chosen };
}
