/**
 * Merge-based SpMM on WebGPU, in two phases: shares of the merge path write rows and partial sums, a second
 * pass adds up the partial sums.
 *
 * @module
 */
import { subgroupsSource } from "../../../hardware/webgpu/subgroups.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type KernelIdentity, type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { widestPair } from "../../plans/panel_pairs_webgpu.ts";
import { refuseResident } from "../device_values.ts";
import { CSR_BINDINGS, planOfDispatches, planOnCsr, rangeLaunch } from "../plans/csr_plan_webgpu.ts";
import { laneForms, LOAD } from "../plans/lane_columns_webgpu/lane_columns.ts";
import { launchedSums } from "../plans/launched_sums_webgpu.ts";
import {
  partialSumLaunches,
  reservePartials,
  uploadShares,
  withPartialSums,
} from "../../plans/partial_sums_webgpu.ts";
import { withSecondPhase } from "../plans/two_phase_groups_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { blockLanes, BROADCAST, usesBlocks } from "./entry_blocks_webgpu.ts";
import { mergeSplit } from "./kernel.ts";
import { cutRanges } from "./range_shares_webgpu.ts";
import text from "./merge_split.wgsl" with { type: "text" };
import broadcastText from "./merge_split_broadcast.wgsl" with { type: "text" };

const needs = invocationNeeds(CSR_BINDINGS + 2);

/** Merge-based product over features of the identity's format. */
export function mergeSplitOnWebGpu(identity: KernelIdentity): KernelOn<"webgpu", SpmmOperandsOf> {
  const { id: label, features = "f32" } = identity, forms = laneForms(features, text);
  const sharing = laneForms(features, broadcastText, subgroupsSource);
  return kernelOn("webgpu", identity, {
    source: withSecondPhase(forms.source + sharing.source),
    parameters: {
      share: {
        meaning: "row ends and entries of a share; 0 chooses by the size of the matrix",
        default: 0,
        range: [0, 2 ** 20],
      },
      workgroup: WORKGROUP,
      load: LOAD,
      broadcast: BROADCAST,
    },
    ...(features === "f32" && { tunedBy: launchedSums(label) }),
    needs: (parameters) => ({
      ...withPartialSums(needs(parameters)),
      subgroups: usesBlocks(parameters),
    }),
    prepare(device, operands, { share, workgroup, load, broadcast }) {
      refuseResident(label, operands);
      return planOnCsr(device, operands, { label, features }, async (csr, pairs, arrays) => {
        const { matrix } = operands, vectors = widestPair(pairs);
        const cut = cutRanges(device, csr, { matrix, vectors, share });
        const partials = reservePartials(arrays, cut, { vectors });
        const dispatches: (() => void)[] = [];
        const subgroup = device.limits.subgroups?.most ?? 1;
        let largestBlock = 1;
        for (const { chunk, range, count, records, shared } of cut) {
          const shares = arrays.upload("shares", records), sums = uploadShares(arrays, { shared });
          for (const pair of pairs) {
            const { lanes, ...form } = forms.formFor(pair, { load, workgroup });
            const blocks = blockLanes(lanes, { workgroup, broadcast });
            if (blocks) largestBlock = Math.max(largestBlock, Math.min(blocks.BLOCK, subgroup));
            const { source } = blocks ? sharing.formFor(pair, { load, workgroup }) : form;
            const constants = { WORKGROUP: workgroup, ...(blocks ?? { LANES: lanes }) };
            const { buffers, ...launch } = rangeLaunch({ csr, chunk, range, pair }, {
              label,
              ...form,
              source,
              constants,
            });
            const launches = [
              {
                ...launch,
                buffers: [...buffers, shares, partials],
                groups: Math.ceil(count / Math.floor(workgroup / constants.LANES)),
              },
              ...partialSumLaunches(sums, { pair, rows: matrix.rows, partials }),
            ];
            for (const each of launches) dispatches.push(await arrays.dispatch(each));
          }
        }
        const total = (of: "count" | "partials") => sumOf(cut, (each) => each[of]);
        return planOfDispatches(csr, dispatches, {
          shares: total("count"),
          partial_sums: total("partials"),
          ...(largestBlock > 1 && { broadcast: largestBlock }),
        });
      });
    },
  });
}

/** Kernel `merge-split@webgpu`; see `merge_split.wgsl`. */
export const mergeSplitWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = mergeSplitOnWebGpu(mergeSplit);
