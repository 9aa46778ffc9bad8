/**
 * ID maps, which number the distinct vertices of a batch by hash tables with atomics.
 *
 * @module
 */
import type { Kernel } from "../kernel.ts";
import { fusedMapGroupedWasm, fusedMapWasm } from "./fused_map/wasm.ts";
import { fusedMapGroupedX86, fusedMapX86 } from "./fused_map/x86.ts";
import { fusedMapGroupedWebGpu, fusedMapWebGpu } from "./fused_map/webgpu.ts";
import type { IdMapOperandsOf } from "./id_map.ts";
import { threeStepWasm } from "./three_step/wasm.ts";
import { threeStepX86 } from "./three_step/x86.ts";
import { threeStepWebGpu } from "./three_step/webgpu.ts";

export { checkIdMap } from "./check.ts";
export { idMapOn } from "./host_id_map.ts";
export {
  type IdMapOperands,
  type IdMapOperandsOf,
  type IdMapProblem,
  type IdMapResult,
  type IdMapRoom,
  readIdMap,
  releaseIdMap,
  reserveIdMap,
  stageIdMap,
} from "./id_map.ts";

/** All ID maps, the baseline first. */
export const idMaps: readonly Kernel<IdMapOperandsOf>[] = [
  threeStepWasm,
  fusedMapWasm,
  fusedMapGroupedWasm,
  threeStepX86,
  fusedMapX86,
  fusedMapGroupedX86,
  threeStepWebGpu,
  fusedMapWebGpu,
  fusedMapGroupedWebGpu,
];
