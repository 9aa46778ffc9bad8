/**
 * Ranks on several hosts, over TCP: network namespaces stand for the hosts. A host that is lost ends the
 * training with the number of its rank, and the next run goes on.
 *
 * @module
 */
import assert from "node:assert/strict";
import { LOST_HOST_SECONDS } from "../distributed/communicator/mpi/launcher_arguments.ts";
import { findMpiLibraries } from "../distributed/communicator/mpi/library.ts";
import { EXIT } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import { HostNetwork, missingNamespaces } from "./hosts/host_network.ts";
import { ended, inPlace, learned, until } from "./train_place.ts";

const HOSTS = 4, LOSSES = Number(Deno.env.get("GNN_REPRO_TEST_KILLS") ?? 1);
/** Longest time from the loss of a host to the error: that of the launcher, and the end of other ranks. */
const SECONDS = LOST_HOST_SECONDS + 45;

const missing = findMpiLibraries()[0]?.family === "openmpi" ? missingNamespaces() : "no Open MPI";

Deno.test({
  name: `4 hosts of one rank each: ${missing ?? "a lost host is named, and the training goes on"}`,
  ignore: missing !== undefined,
  fn: async () => {
    using network = new HostNetwork(HOSTS);
    const small = ["--hidden", "8", "--fanouts", "3,4", "--batch-size", "32", "--device", "wasm"];
    const args = ["reddit@1/256", ...small, "--ranks", `${HOSTS}`, "--engine", "mpi", "--epochs"];
    await inPlace(async (place) => {
      const random = new RandomStream(1, "moments of losses");
      for (let loss = 0; loss < LOSSES; loss++) {
        // The first host has the launcher: its loss is the loss of the terminal.
        const who = 1 + random.below(HOSTS - 1), delay = random.below(2000), epochs = place.lastEpoch(who);
        const sent = network.sentBytes(who);
        const child = place.spawn([...args, "100000"], network.onFirst([])), output = ended(child);
        await until(() => place.lastEpoch(who) > epochs);
        assert.ok(network.sentBytes(who) > sent, "messages take the network");
        await new Promise((resolve) => setTimeout(resolve, delay));
        const start = performance.now();
        network.lose(who);
        const { code, err } = await output;
        const seconds = (performance.now() - start) / 1000;
        console.log(
          `loss ${loss + 1}: rank ${who}, epoch ${place.lastEpoch(0)}, ended in ${seconds.toFixed(1)} s`,
        );
        assert.equal(code, EXIT.failed, err);
        assert.match(err, new RegExp(`rank ${who} dead: its host ${network.address(who)} does not answer`));
        assert.ok(seconds < SECONDS, `${seconds} s`);
        network.find(who);
        await until(() => !network.isBusy(who));
      }
      const epochs = `${place.lastEpoch(0) + 2}`;
      const resumed = await place.document([...args, epochs], network.onFirst([]));
      assert.deepEqual(resumed.ranks.map(({ host }) => host), [0, 1, 2, 3].map((i) => network.address(i)));
      await inPlace(async (other) => {
        assert.deepEqual(learned(resumed), learned(await other.document([...args, epochs])));
      });
    }, network.variables);
  },
});
