/**
 * SpMM by neighbour groups on WebGPU, with sums written back by compare-exchange loops.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { panelPairs, widestPair } from "../../plans/panel_pairs_webgpu.ts";
import { planOnWebGpu } from "../../plans/plan_webgpu.ts";
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
import { neighborGroupCas } from "./kernel.ts";
import writeBack from "./neighbor_group_cas.wgsl" with { type: "text" };

const source = neighborGroupSumSource + writeBack;

/** Kernel `neighbor-group-cas@webgpu`; see `neighbor_group_cas.wgsl`. */
export const neighborGroupCasWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn(
  "webgpu",
  neighborGroupCas,
  {
    source,
    parameters: groupParameters,
    needs: (parameters) => ({
      workgroupBytes: 0,
      workgroupInvocations: groupWorkgroup(parameters),
      storageBindings: 5,
    }),
    prepare(device, operands, parameters) {
      const { matrix, x, y } = operands;
      assertShapes(operands);
      refuseValues(neighborGroupCas.id, operands);
      const pairs = panelPairs(x, y);
      return planOnWebGpu(device, async (arrays) => {
        const layout = uploadGroups(device, arrays, {
          matrix,
          groupSize: parameters.groupSize,
          width: widestPair(pairs) * 4,
          partials: Infinity,
          word: (row) => row,
        });
        const dispatches: (() => void)[] = [];
        for (const chunk of layout.chunks) {
          for (const pair of pairs) {
            const launch = groupLaunch(chunk, {
              label: neighborGroupCas.id,
              source,
              parameters,
              pair,
              bound: [pair.y],
              weighted: layout.weighted,
            });
            dispatches.push(await arrays.dispatch(launch));
          }
        }
        return {
          run: () => {
            for (const { buffer } of y.panels) device.clear(buffer);
            for (const encode of dispatches) encode();
          },
          facts: groupFacts(layout, {
            atomics: sharedAtomics(layout, pairs),
            dispatches: dispatches.length,
          }),
        };
      });
    },
  },
);
