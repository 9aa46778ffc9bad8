/**
 * Plans of WGSL kernels that process the entries of a row, or of a part of a long one, by a team of
 * invocations: parameters, and one dispatch for each launch and each range of whole spans.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { UniformValues } from "../../../hardware/webgpu/uniform.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Needs, Parameter, ParameterValues, Plan } from "../../kernel.ts";
import { type PanelRun, type PanelUse, placeIn } from "../../plans/panel_runs_webgpu.ts";
import { planOnWebGpu, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { planSharing, type Share } from "../../spmm/plans/shared_arrays.ts";
import { countSpans, PART, rowSpansSource, shareSpans, spanRanges } from "./row_spans_webgpu.ts";
import prelude from "./entry_teams.wgsl" with { type: "text" };
import sums from "./team_sums.wgsl" with { type: "text" };

/** WGSL prelude of every kernel with teams. */
export const entryTeamsSource: string = rowSpansSource + prelude;

/** WGSL prelude of the kernels with teams whose lanes add up partial sums. */
export const teamSumsSource: string = entryTeamsSource + sums;

/** Tuning parameters of a kernel with teams. */
export const TEAM_PARAMETERS: Readonly<Record<"workgroup" | "team" | "part", Parameter>> = {
  workgroup: WORKGROUP,
  team: {
    meaning:
      "invocations that share a row, or a part of one, and a column of the result, at most a workgroup of them",
    default: 8,
    range: [1, 64],
  },
  part: PART,
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

/** Launch of teams over spans of a matrix, for a run of columns. */
export interface TeamLaunch {
  /** Sparse matrix whose pattern is read. */
  readonly matrix: CsrMatrix;
  /**
   * Spans that teams take: `rows`, all rows that are not cut; `parts` of rows that are; or `cut` rows, whose
   * entries are their parts. Launches over the latter two are left out where no row is cut.
   */
  readonly over: "rows" | "parts" | "cut";
  /** WGSL that begins with one of the preludes. */
  readonly source: string;
  /** Columns that the kernel computes of each span or entry. */
  readonly columns: number;
  /** Multiply-adds per entry and column. */
  readonly work: number;
  /** Fields of the launch besides `rows`, `firstRow` and `columns`. */
  readonly launch: UniformValues;
  /** Buffers bound after the list of spans. */
  readonly buffers: readonly WebGpuBuffer[];
  /** Further `override` constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Arrays of a plan with teams. */
export interface TeamArrays {
  /** Requests arrays that are shared with all plans that read the matrix. */
  readonly share: Share<WebGpuBuffer>;
  /**
   * Buffer for the results of parts or of cut rows, in the order of their list, each for all columns of a
   * launch. It can be bound where no row is cut, too.
   */
  results(of: "parts" | "cut"): WebGpuBuffer;
}

/** Kernel with teams as {@linkcode planTeams} takes it. */
export interface TeamKernel {
  /** The kernel's operation, for error messages. */
  readonly label: string;
  /** Values of {@linkcode TEAM_PARAMETERS}. */
  readonly parameters: ParameterValues;
  /** Matrices whose spans are taken. */
  readonly matrices: readonly CsrMatrix[];
  /** Bytes of the results of a part, or of a cut row, in all columns; none when absent. */
  readonly resultBytes?: number;
  /** Buffers that must be set to 0 before the dispatches. */
  readonly cleared?: readonly WebGpuBuffer[];
  /** Lists the launches, in order. */
  launches(arrays: TeamArrays): readonly TeamLaunch[];
}

/**
 * Builds a plan. The arrays of the matrix fit a binding, for an operand that is bound as a whole has 16 bytes
 * or more for each entry, and another one for each row or column.
 */
export function planTeams(
  device: WebGpuDevice,
  { label, parameters, matrices, resultBytes = 0, cleared = [], launches }: TeamKernel,
): Promise<Plan> {
  const { workgroup, part } = parameters;
  return planSharing(device, label, (share) =>
    planOnWebGpu(device, async ({ dispatch, reserve }) => {
      const most = Math.floor(device.limits.bindingBytes / Math.max(1, resultBytes));
      const spansOf = new Map(
        matrices.map((matrix) => [matrix, shareSpans(device, share, { rowPtr: matrix.rowPtr, part, most })]),
      );
      const reserved = new Map<"parts" | "cut", WebGpuBuffer>();
      const results = (of: "parts" | "cut") =>
        reserved.getOrInsertComputed(of, () => {
          const count = Math.max(...[...spansOf.values()].map((spans) => countSpans(spans[of])));
          return reserve(`results of ${of}`, Math.max(16, count * resultBytes));
        });
      const dispatches: (() => void)[] = [];
      for (
        const { matrix, over, source, columns, work, launch, buffers, constants } of launches({
          share,
          results,
        })
      ) {
        const spans = spansOf.get(matrix)![over];
        if (spans === undefined) continue;
        // A workgroup puts the parts of a row together.
        const team = over === "cut" ? workgroup : Math.min(workgroup, parameters.team);
        for (const { firstRow, rows, entries } of spanRanges(device, spans, columns * work)) {
          dispatches.push(
            await dispatch({
              label,
              source,
              constants: { WORKGROUP: workgroup, TEAM: team, ...spans.constants, ...constants },
              launch: { rows, firstRow, columns, ...launch },
              buffers: [spans.buffer, ...buffers],
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
        facts: {
          dispatches: dispatches.length,
          parts: sumOf([...spansOf.values()], ({ parts }) => countSpans(parts)),
        },
      };
    }));
}
