/**
 * Worker of a pool that runs WebAssembly only. It touches only the shared memory: no files, no network, no
 * WebGPU.
 *
 * @module
 */
import { serveThread } from "./thread.ts";

serveThread([]);
