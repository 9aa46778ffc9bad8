/**
 * Worker of a pool whose own function is {@link slowRange}: {@link file://./worker_pool_test.ts} starts it.
 *
 * @module
 */
import { serveThread } from "../../../platform/wasm/thread.ts";
import { slowRange } from "./slow_range.ts";

serveThread([slowRange]);
