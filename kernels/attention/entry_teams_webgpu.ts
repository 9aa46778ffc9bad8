/**
 * What the WGSL kernels share that go over the entries of a row in teams: parameters, and one dispatch for each run of columns
 * and each range of whole rows.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { Needs, Parameter, ParameterValues, Plan } from "../kernel.ts";
import { planOnWebGpu, WORKGROUP } from "../plan_webgpu.ts";
import { cutCsr, entriesPerDispatch } from "../spmm/device_csr_webgpu.ts";
import { planSharing, type Share } from "../spmm/shared_arrays.ts";
import { longestRow, LOOP_BOUND } from "./loop_bound_webgpu.ts";
import prelude from "./entry_teams.wgsl" with { type: "text" };
import sums from "./team_sums.wgsl" with { type: "text" };

/** The prelude of every kernel in teams. */
export const entryTeamsSource: string = prelude;

/** The prelude of those whose lanes add up what they have. */
export const teamSumsSource: string = prelude + sums;

/** What such a kernel can be tuned by. */
export const TEAM_PARAMETERS: Readonly<Record<"workgroup" | "team", Parameter>> = {
  workgroup: WORKGROUP,
  team: {
    meaning:
      "invocations that share a row and column of the result, more where rows are so long that loops would be, " +
      "at most a workgroup of them",
    default: 8,
    range: [1, 64],
  },
};

/** The needs of a kernel that binds `storageBindings` buffers, and sums in workgroup memory or not. */
export function teamNeeds(
  { workgroup }: ParameterValues,
  { storageBindings, sums }: { readonly storageBindings: number; readonly sums: boolean },
): Needs {
  // Layouts round up to 16 bytes.
  const workgroupBytes = sums ? 16 * Math.ceil(workgroup / 4) : 0;
  return { workgroupBytes, workgroupInvocations: workgroup, storageBindings };
}

/** One run of columns of a kernel, over all rows of a matrix. */
export interface TeamRun {
  /** Pattern. */
  readonly matrix: CsrMatrix;
  /** Columns that the kernel computes of each row or entry. */
  readonly columns: number;
  /** Multiply-adds that an entry takes in each column. */
  readonly work: number;
  /** Iterations of loops that an invocation needs for an entry. */
  readonly loops: number;
  /** Words of the launch after its rows, its first row and its columns. */
  readonly words: readonly number[];
  /** Buffers after rowPtr. */
  readonly buffers: readonly WebGpuBuffer[];
  /** Further `override` constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** What {@linkcode planTeams} runs. */
export interface TeamKernel {
  /** The kernel's operation, for error messages. */
  readonly label: string;
  /** WGSL that begins with one of the preludes. */
  readonly source: string;
  /** Values of {@linkcode TEAM_PARAMETERS}. */
  readonly parameters: ParameterValues;
  /** What must be 0 before the dispatches. */
  readonly cleared?: readonly WebGpuBuffer[];
  /** Makes the runs; the arrays that it asks for are shared with all plans that read the matrix. */
  runs(share: Share<WebGpuBuffer>): readonly TeamRun[];
}

/**
 * Builds a plan. The arrays of the matrix fit a binding, for an operand that is bound whole has 16 bytes or more for each entry,
 * and another for each row or column.
 */
export function planTeams(
  device: WebGpuDevice,
  { label, source, parameters, cleared = [], runs }: TeamKernel,
): Promise<Plan> {
  const { workgroup } = parameters;
  return planSharing(device, label, (share) =>
    planOnWebGpu(device, async ({ dispatch }) => {
      const dispatches: (() => void)[] = [];
      for (const { matrix, columns, work, loops, words, buffers, constants } of runs(share)) {
        const rowPtr = share("rowPtr", { of: matrix.rowPtr }), longest = longestRow(matrix.rowPtr);
        const team = Math.min(workgroup, teamFor(longest * loops, parameters.team));
        // Whole rows, for a team has a row to its end.
        const most = Math.max(1, longest, entriesPerDispatch(device, columns * work));
        for (const { firstRow, rows, entries } of cutCsr(matrix.rowPtr, { rows: Infinity, entries: most })) {
          dispatches.push(
            await dispatch({
              ...{ label, source, constants: { WORKGROUP: workgroup, TEAM: team, ...constants } },
              launch: [rows, firstRow, columns, ...words],
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

/** The least team from `least` on, doubled, whose invocations share `iterations` within the bound. */
function teamFor(iterations: number, least: number): number {
  let team = least;
  while (iterations / team > LOOP_BOUND) team *= 2;
  return team;
}
