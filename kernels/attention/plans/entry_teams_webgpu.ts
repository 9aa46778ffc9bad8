/**
 * Plans of WGSL kernels that process the entries of a row by a team of invocations: parameters, and one
 * dispatch for each run of columns and each range of whole rows.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { UniformValues } from "../../../hardware/webgpu/uniform.ts";
import type { Needs, Parameter, ParameterValues, Plan } from "../../kernel.ts";
import { type PanelRun, type PanelUse, placeIn } from "../../plans/panel_runs_webgpu.ts";
import { planOnWebGpu, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { cutCsr, entriesPerDispatch } from "../../spmm/plans/device_csr_webgpu.ts";
import { planSharing, type Share } from "../../spmm/plans/shared_arrays.ts";
import { longestRow, LOOP_BOUND } from "./loop_bound_webgpu.ts";
import prelude from "./entry_teams.wgsl" with { type: "text" };
import sums from "./team_sums.wgsl" with { type: "text" };

/** WGSL prelude of every kernel with teams. */
export const entryTeamsSource: string = prelude;

/** WGSL prelude of the kernels with teams whose lanes add up partial sums. */
export const teamSumsSource: string = prelude + sums;

/** Tuning parameters of a kernel with teams. */
export const TEAM_PARAMETERS: Readonly<Record<"workgroup" | "team", Parameter>> = {
  workgroup: WORKGROUP,
  team: {
    meaning:
      "invocations that share a row and column of the result, more where rows are so long that loops would " +
      "be, at most a workgroup of them",
    default: 8,
    range: [1, 64],
  },
};

/** Needs of a kernel that binds `storageBindings` buffers, with or without sums in workgroup memory. */
export function teamNeeds(
  { storageBindings, sums }: { readonly storageBindings: number; readonly sums: boolean },
): (parameters: ParameterValues) => Needs {
  return ({ workgroup }) => {
    // Layouts in memory are rounded up to 16 bytes.
    const workgroupBytes = sums ? 16 * Math.ceil(workgroup / 4) : 0;
    return { workgroupBytes, workgroupInvocations: workgroup, storageBindings };
  };
}

/** Operand with a column for each of the work, and its name in the launch. */
export interface NamedUse extends Omit<PanelUse, "per"> {
  /** Prefix of the fields that place the operand. */
  readonly name: string;
}

/**
 * Fields of a launch that place its operands in the panels of a run: `<name>Stride`, and `<name>First` for
 * the run's first column.
 */
export function placeFields(uses: readonly NamedUse[], { begin, panels }: PanelRun): UniformValues {
  return Object.fromEntries(uses.flatMap(({ name, shift = 0 }, i) => {
    const [stride, first] = placeIn(panels[i], begin + shift);
    return [[`${name}Stride`, stride], [`${name}First`, first]];
  }));
}

/** Run of columns of a kernel, over all rows of a matrix. */
export interface TeamRun {
  /** Sparse matrix whose pattern is read. */
  readonly matrix: CsrMatrix;
  /** Columns that the kernel computes of each row or entry. */
  readonly columns: number;
  /** Multiply-adds per entry and column. */
  readonly work: number;
  /** Loop iterations that one invocation needs per entry. */
  readonly loops: number;
  /** Fields of the launch besides `rows`, `firstRow` and `columns`. */
  readonly launch: UniformValues;
  /** Buffers bound after rowPtr. */
  readonly buffers: readonly WebGpuBuffer[];
  /** Further `override` constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Kernel with teams as {@linkcode planTeams} takes it. */
export interface TeamKernel {
  /** The kernel's operation, for error messages. */
  readonly label: string;
  /** WGSL that begins with one of the preludes. */
  readonly source: string;
  /** Values of {@linkcode TEAM_PARAMETERS}. */
  readonly parameters: ParameterValues;
  /** Buffers that must be set to 0 before the dispatches. */
  readonly cleared?: readonly WebGpuBuffer[];
  /**
   * Lists the runs of columns; the arrays that it requests are shared with all plans that read the matrix.
   */
  runs(share: Share<WebGpuBuffer>): readonly TeamRun[];
}

/**
 * Builds a plan. The arrays of the matrix fit a binding, for an operand that is bound as a whole has 16 bytes
 * or more for each entry, and another one for each row or column.
 */
export function planTeams(
  device: WebGpuDevice,
  { label, source, parameters, cleared = [], runs }: TeamKernel,
): Promise<Plan> {
  const { workgroup } = parameters;
  return planSharing(device, label, (share) =>
    planOnWebGpu(device, async ({ dispatch }) => {
      const dispatches: (() => void)[] = [];
      for (const { matrix, columns, work, loops, launch, buffers, constants } of runs(share)) {
        const rowPtr = share("rowPtr", { of: matrix.rowPtr }), longest = longestRow(matrix.rowPtr);
        const team = Math.min(workgroup, teamFor(longest * loops, parameters.team));
        // Ranges hold whole rows, for a team processes a row to its end.
        const most = Math.max(1, longest, entriesPerDispatch(device, columns * work));
        for (const { firstRow, rows, entries } of cutCsr(matrix.rowPtr, { rows: Infinity, entries: most })) {
          dispatches.push(
            await dispatch({
              label,
              source,
              constants: { WORKGROUP: workgroup, TEAM: team, ...constants },
              launch: { rows, firstRow, columns, ...launch },
              buffers: [rowPtr, ...buffers],
              groups: Math.ceil(rows * columns / Math.floor(workgroup / team)),
              multiplyAdds: (entries + rows) * columns * work,
            }),
          );
        }
      }
      return {
        run: () => {
          for (const buffer of cleared) device.clear(buffer);
          for (const encode of dispatches) encode();
        },
        facts: { dispatches: dispatches.length },
      };
    }));
}

/**
 * Smallest team size, doubled from `least` on, whose invocations share `iterations` within the loop bound.
 */
function teamFor(iterations: number, least: number): number {
  let team = least;
  while (iterations / team > LOOP_BOUND) team *= 2;
  return team;
}
