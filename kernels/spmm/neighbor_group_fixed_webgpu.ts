/**
 * SpMM by neighbour groups on WebGPU, with sums written back by integer atomics in fixed point.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { MissingError } from "../../platform/errors.ts";
import type { KernelOn } from "../kernel.ts";
import { type PanelPair, panelPairs, widestPair } from "../panel_pairs_webgpu.ts";
import { type Launch, planLaunches, planOnWebGpu, type WebGpuPlanBuilder } from "../plan_webgpu.ts";
import { refuseValues } from "./device_values.ts";
import { refuseNotFinite } from "./finite_operands.ts";
import {
  type GroupChunk,
  groupFacts,
  groupLaunch,
  groupParameters,
  groupWorkgroup,
  neighborGroupSumSource,
  sharedAtomics,
  uploadGroups,
} from "./neighbor_group_plan_webgpu.ts";
import { assertShapes } from "./operand_shapes.ts";
import columnBound from "./column_bound.wgsl" with { type: "text" };
import scale from "./fixed_scale.wgsl" with { type: "text" };
import toFloat from "./fixed_to_float.wgsl" with { type: "text" };
import writeBack from "./neighbor_group_fixed.wgsl" with { type: "text" };
import type { SpmmOperandsOf } from "./spmm.ts";
import { SHARED_WORDS } from "./work_items_webgpu.ts";

const SUM = neighborGroupSumSource + scale + writeBack;
const TO_FLOAT = scale + toFloat;
/**
 * Largest number of groups whose rounding errors fit into the slack of the scale, as in `fixed_scale.wgsl`.
 */
const MOST_GROUPS = 2 ** 24;
const WORD_MAX = 2 ** 32 - 1;
const TO_FLOAT_WORKGROUP = 128;
const BOUND_WORKGROUP = 256;
const BOUND_LANES = 16;
const BOUND_ROWS = 1024;

/**
 * Fewest quanta that the sum of a row's |terms| must have. Rounding the sums of n groups costs n / 2 quanta,
 * float arithmetic costs (terms + 2) 2^-24 of the sum, and the check allows twice that: so n / 2 quanta may
 * be (terms + 2) 2^-24 of the sum. The sum of magnitudes is itself rounded up once per group.
 */
export function leastQuanta(groups: number, terms: number): number {
  return groups === 0 ? 0 : Math.min(WORD_MAX, Math.ceil(1.01 * groups * 2 ** 23 / (terms + 2) + groups));
}

/**
 * Records of a chunk's shared rows for the shaders: row, bits of the sum of its |values|, least quanta,
 * flags.
 */
function sharedRows(
  matrix: CsrMatrix,
  groupPtr: Uint32Array,
  { shared }: GroupChunk,
): Uint32Array<ArrayBuffer> {
  const { rowPtr, values } = matrix;
  const words = shared.slice();
  const weight = new Float32Array(words.buffer);
  for (let at = 0; at < words.length; at += SHARED_WORDS) {
    const row = words[at], begin = rowPtr[row], end = rowPtr[row + 1];
    let sum = end - begin;
    if (values) {
      sum = 0;
      for (let e = begin; e < end; e++) sum += Math.abs(values[e]);
    }
    weight[at + 1] = sum;
    words[at + 2] = leastQuanta(groupPtr[row + 1] - groupPtr[row], end - begin);
  }
  return words;
}

/** Plans the dispatches that find the largest |x| of each column of each panel. */
async function planBounds(
  device: WebGpuDevice,
  x: DeviceMatrix<WebGpuBuffer>,
  { reserve, dispatch }: WebGpuPlanBuilder,
): Promise<{ bounds: Map<WebGpuBuffer, WebGpuBuffer>; dispatches: (() => void)[] }> {
  const bounds = new Map<WebGpuBuffer, WebGpuBuffer>();
  const dispatches: (() => void)[] = [];
  for (const { stride, buffer } of x.panels) {
    const vectors = stride / 4, bound = reserve("column bound", stride * 4);
    bounds.set(buffer, bound);
    const encode = await dispatch({
      label: "column-bound",
      source: columnBound,
      constants: { WORKGROUP: BOUND_WORKGROUP, LANES: BOUND_LANES, ROWS: BOUND_ROWS },
      launch: [x.rows, vectors],
      buffers: [buffer, bound],
      groups: Math.ceil(vectors / BOUND_LANES) * Math.ceil(x.rows / BOUND_ROWS),
      multiplyAdds: x.rows * stride,
    });
    dispatches.push(() => {
      device.clear(bound);
      if (x.rows > 0) encode();
    });
  }
  return { bounds, dispatches };
}

/** Pass over the shared rows of a chunk, in one pair of panels. */
interface RowPass {
  readonly rows: WebGpuBuffer;
  readonly bound: WebGpuBuffer;
  readonly pair: PanelPair;
}

/** Launch over the shared rows that converts them to floats, or counts the rows that lose accuracy. */
function rowLaunch({ rows, bound, pair }: RowPass, lossy?: WebGpuBuffer): Launch {
  const count = rows.bytes / (4 * SHARED_WORDS);
  return {
    label: "fixed-to-float",
    source: TO_FLOAT,
    entry: lossy ? "countLossy" : "main",
    constants: { WORKGROUP: TO_FLOAT_WORKGROUP },
    launch: [count, pair.vectors, pair.xOffset, pair.yStride, pair.yOffset],
    buffers: [rows, bound, pair.y, ...(lossy ? [lossy] : [])],
    groups: Math.ceil(count * pair.vectors / TO_FLOAT_WORKGROUP),
    multiplyAdds: count * pair.vectors * 4,
  };
}

/** Counts the vectors of sums that the fixed point resolves too coarsely, for the present X. */
async function countLossy(
  device: WebGpuDevice,
  { before, magnitudes, passes }: {
    readonly before: readonly (() => void)[];
    readonly magnitudes: readonly Launch[];
    readonly passes: readonly RowPass[];
  },
): Promise<number> {
  const lossy = device.allocate("lossy sums", 4);
  try {
    device.write(lossy, Uint32Array.of(0));
    const launches = [...magnitudes, ...passes.map((pass) => rowLaunch(pass, lossy))];
    const { run, destroy } = await planLaunches(device, () => launches);
    try {
      for (const step of [...before, run]) step();
      return new Uint32Array(await device.read(lossy))[0];
    } finally {
      destroy();
    }
  } finally {
    device.free(lossy);
  }
}

/**
 * Kernel `neighbor-group-fixed@webgpu`; see `neighbor_group_fixed.wgsl`. The result has the same bits in
 * every run.
 *
 * The scale of row r and column c is the largest power of two S that keeps `S * sum_e |v_e| * max_i |x_ic|`
 * below 2^31, so no sum can overflow for any X: the sums of |values| come from the host, the largest |x| of
 * each column is found anew in each run, which reads X once more. Where features differ so much in size that
 * the quanta are too coarse for the check, or a number is not finite, `prepare` refuses; the refusal depends
 * on the X at that time. A column of X that is not finite later makes that column NaN in all rows of several
 * groups.
 */
export const neighborGroupFixedWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "neighbor-group-fixed",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "a group of neighbours is one work item; groups of a row add to it by integer atomics",
  source: SUM + TO_FLOAT + columnBound,
  parameters: groupParameters,
  needs: (parameters) => ({
    workgroupBytes: 16 * BOUND_LANES,
    workgroupInvocations: Math.max(BOUND_WORKGROUP, groupWorkgroup(parameters)),
    storageBindings: 7,
  }),
  prepare(device, operands, parameters) {
    const { matrix, x, y } = operands;
    assertShapes(operands);
    refuseValues("neighbor-group-fixed", operands);
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
      const { bounds, dispatches: bound } = await planBounds(device, x, arrays);
      const sum: (() => void)[] = [], convert: (() => void)[] = [];
      const magnitudes: Launch[] = [], passes: RowPass[] = [];
      for (const chunk of layout.chunks) {
        const words = sharedRows(matrix, layout.groups.groupPtr, chunk);
        const rows = arrays.reserve("shared rows", Math.max(16, words.byteLength));
        device.write(rows, words);
        for (const pair of pairs) {
          const columns = bounds.get(pair.x)!;
          const launch = {
            label: "neighbor-group-fixed",
            source: SUM,
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
        await refuseNotFinite("neighbor-group-fixed", device, operands);
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
};

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
