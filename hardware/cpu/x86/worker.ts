/**
 * Worker of a pool that runs machine code beside WebAssembly. It opens the C library and nothing else.
 *
 * @module
 */
import { serveThread } from "../../../platform/wasm/thread.ts";
import { openMachineRange } from "./machine_call.ts";

serveThread([openMachineRange()]);
