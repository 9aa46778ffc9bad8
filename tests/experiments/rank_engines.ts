/**
 * Suites on real ranks in tests: on local workers, and on MPI processes where this machine can start them.
 *
 * @module
 */
import { RANK_FLAGS_VARIABLE } from "../../distributed/communicator/mpi/start_ranks.ts";
import type { Lab } from "../../experiments/lab.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { FLAGS, testEngines } from "../distributed/communicator/engines.ts";
import { testLab } from "./lab.ts";

/** Declares one test for each engine, with a lab of two ranks on it. */
export function testRanks(criterion: string, body: (lab: Lab) => Promise<void>): void {
  testEngines(criterion, async (engine) => {
    const device = openWasmDevice({ threads: 1 });
    // It stays: tests that run beside this one in the same process set it, too, and may need it longer.
    Deno.env.set(RANK_FLAGS_VARIABLE, JSON.stringify(FLAGS));
    try {
      await body(testLab(device, {}, engine));
    } finally {
      device.close();
    }
  });
}
