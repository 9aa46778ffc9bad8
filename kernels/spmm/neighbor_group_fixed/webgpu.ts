/**
 * SpMM by neighbour groups on WebGPU, with sums written back by integer atomics in fixed point.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { panelPairs, widestPair } from "../../plans/panel_pairs_webgpu.ts";
import { type Launch, planOnWebGpu } from "../../plans/plan_webgpu.ts";
import { refuseValues } from "../device_values.ts";
import { assertShapes } from "../operand_shapes.ts";
import { uploadGroups } from "../plans/device_groups_webgpu.ts";
import { groupParameters, groupWorkgroup } from "../plans/group_parameters.ts";
import {
  groupFacts,
  groupLaunch,
  neighborGroupSumSource,
  sharedAtomics,
} from "../plans/group_plan_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { columnBoundNeeds, columnBoundSource, planColumnBounds } from "./column_bounds_webgpu.ts";
import { refuseNotFinite } from "./finite_operands.ts";
import { neighborGroupFixed } from "./kernel.ts";
import {
  countLossy,
  fixedScaleSource,
  fixedToFloatSource,
  rowLaunch,
  type RowPass,
  sharedRows,
} from "./shared_rows_webgpu.ts";
import writeBack from "./neighbor_group_fixed.wgsl" with { type: "text" };

const source = neighborGroupSumSource + fixedScaleSource + writeBack;
/**
 * Largest number of groups whose rounding errors fit into the slack of the scale, as in `fixed_scale.wgsl`.
 */
const MOST_GROUPS = 2 ** 24;

/**
 * Kernel `neighbor-group-fixed@webgpu`; see `neighbor_group_fixed.wgsl`.
 *
 * The scale of row r and column c is the largest power of two S that keeps `S * sum_e |v_e| * max_i |x_ic|`
 * below 2^31, so no sum can overflow for any X: the sums of |values| come from the host, the largest |x| of
 * each column is found anew in each run, which reads X once more. Where features differ so much in size that
 * the quanta are too coarse for the check, or a number is not finite, `prepare` refuses; the refusal depends
 * on the X at that time. A column of X that is not finite later makes that column NaN in all rows of several
 * groups.
 */
export const neighborGroupFixedWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn(
  "webgpu",
  neighborGroupFixed,
  {
    source: source + fixedToFloatSource + columnBoundSource,
    parameters: groupParameters,
    needs: (parameters) => ({
      workgroupBytes: columnBoundNeeds.workgroupBytes,
      workgroupInvocations: Math.max(columnBoundNeeds.workgroupInvocations, groupWorkgroup(parameters)),
      storageBindings: 7,
    }),
    prepare(device, operands, parameters) {
      const { matrix, x, y } = operands;
      assertShapes(operands);
      refuseValues(neighborGroupFixed.id, operands);
      const pairs = panelPairs(x, y);
      return planOnWebGpu(device, async (arrays) => {
        const layout = uploadGroups(device, arrays, {
          matrix,
          groupSize: parameters.groupSize,
          width: widestPair(pairs) * 4,
          partials: Infinity,
          word: (_row, _partial, share) => share,
        });
        assertGroups(layout.groups.groupPtr);
        const { bounds, dispatches: bound } = await planColumnBounds(device, x, arrays);
        const sum: (() => void)[] = [], convert: (() => void)[] = [];
        const magnitudes: Launch[] = [], passes: RowPass[] = [];
        for (const chunk of layout.chunks) {
          const words = sharedRows(matrix, layout.groups.groupPtr, chunk);
          const rows = arrays.reserve("shared rows", Math.max(16, words.byteLength));
          device.write(rows, words);
          for (const pair of pairs) {
            const columns = bounds.get(pair.x)!;
            const launch = {
              label: neighborGroupFixed.id,
              source,
              parameters,
              pair,
              bound: [pair.y, columns, rows],
              weighted: layout.weighted,
            };
            sum.push(await arrays.dispatch(groupLaunch(chunk, launch)));
            if (words.length === 0) continue;
            const pass = { rows, bound: columns, pair };
            convert.push(await arrays.dispatch(rowLaunch(pass)));
            magnitudes.push(groupLaunch(chunk, { ...launch, magnitude: true }));
            passes.push(pass);
          }
        }
        const clear = () => {
          for (const { buffer } of y.panels) device.clear(buffer);
        };
        const lossySums = await countLossy(device, { before: [clear, ...bound], magnitudes, passes });
        if (lossySums > 0) {
          await refuseNotFinite(neighborGroupFixed.id, device, operands);
          throw tooCoarse(lossySums);
        }
        return {
          run: () => {
            for (const step of [clear, ...bound, ...sum, ...convert]) step();
          },
          facts: groupFacts(layout, {
            atomics: sharedAtomics(layout, pairs),
            dispatches: bound.length + sum.length + convert.length,
          }),
        };
      });
    },
  },
);

function assertGroups(groupPtr: Uint32Array): void {
  for (let row = 0; row + 1 < groupPtr.length; row++) {
    if (groupPtr[row + 1] - groupPtr[row] <= MOST_GROUPS) continue;
    throw new MissingError({
      action: 'prepare kernel "neighbor-group-fixed"',
      current: `${groupPtr[row + 1] - groupPtr[row]} groups in row ${row}`,
      wanted: `at most ${MOST_GROUPS}, so that their sum fits 32 bits`,
      next: "take larger groups, or the kernel neighbor-group",
    });
  }
}

function tooCoarse(sums: number): MissingError {
  return new MissingError({
    action: 'prepare kernel "neighbor-group-fixed"',
    current: `${sums} vectors of sums that 32-bit fixed point resolves too coarsely`,
    wanted: "features of similar size within a column",
    next: "take larger groups, or the kernel neighbor-group",
  });
}
