/** Pinned rows of a test device without memory beside its own. @module */
import { PinnedRows } from "../../../../hardware/cpu/pinned_rows.ts";
import type { WasmBuffer } from "../../../../hardware/cpu/device.ts";

/** Pins nothing: every request finds no room. */
export const NOTHING_PINNED: PinnedRows<WasmBuffer> = new PinnedRows<WasmBuffer>({
  allocateBeside: () => undefined,
  view: () => new Uint8Array(),
  free: () => {},
});
