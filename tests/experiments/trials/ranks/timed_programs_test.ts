/** Partitioned programs on real ranks: results, memory and exchanges of 1D and 1.5D on both engines. @module */
import assert from "node:assert/strict";
import { RANK_FLAGS_VARIABLE } from "../../../../distributed/communicator/mpi/start_ranks.ts";
import { rankShare, shareBytes } from "../../../../distributed/spmm/mod.ts";
import { type TimedCase, timeRankPrograms } from "../../../../experiments/trials/ranks/timed_programs.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { LINKS } from "../../../../hardware/models/interconnect.ts";
import { checkOutput } from "../../../../kernels/checks/check_output.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import { FLAGS, testEngines } from "../../../distributed/communicator/engines.ts";
import { smallProduct, smallProductProgram } from "../../../distributed/spmm/problems.ts";
import { testLab } from "../../lab.ts";

const SCHEMES = [[1, 1], [2, 1], [4, 1], [4, 2]].map(([ranks, replication]) => ({ ranks, replication }));

testEngines("four ranks have the product of one in 1D and 1.5D, each from its own rows", async (engine) => {
  Deno.env.set(RANK_FLAGS_VARIABLE, JSON.stringify(FLAGS));
  const { matrix, features, width } = smallProduct(), whole = smallProductProgram();
  const fresh = features.map((value) => 1 - value), compared: boolean[] = [];
  const program: TimedCase["program"] = {
    whole,
    epochs: 0,
    fresh,
    compare: (product, isLast) => {
      compared.push(isLast);
      return checkOutput(spmm, { matrix, features: isLast ? fresh : features, width }, product, { seed: 1 });
    },
  };
  const cases = SCHEMES.flatMap((scheme) =>
    (["broadcast", "halo"] as const).map((exchange): TimedCase => ({ program, scheme, exchange }))
  );
  cases.push({ program, scheme: SCHEMES[3], exchange: "halo", inTurn: true });
  cases.push({ program, scheme: SCHEMES[1], exchange: "halo", link: LINKS["ethernet-10g"] });
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = { ...testLab(device), ranks: { count: 4, engine } };
    const timed = await timeRankPrograms(lab, cases, { ranks: 4, threads: 1 });
    const rowBytes = 4 * width, all = rowBytes * matrix.rows;
    const slow = timed.pop()!, inTurn = timed.pop()!, halo = timed.at(-1)!;
    assert.ok(inTurn.check.ok && inTurn.ranks === 1 && inTurn.receivedBytes === 0);
    assert.ok(inTurn.deviceBytes > halo.deviceBytes && inTurn.shareBytes > halo.shareBytes, "all parts");
    assert.ok(slow.check.ok && slow.calls > 1 && slow.ms.every((ms) => ms > 0));
    cases.splice(-2);
    // Peaks of two jobs would differ by some pages: there was one.
    const unlinked = cases.findIndex(({ scheme, exchange }) => scheme === SCHEMES[1] && exchange === "halo");
    assert.deepEqual(slow.peakBytes, timed[unlinked].peakBytes, "a link holds no bytes of a rank");
    for (const [i, { scheme, exchange }] of cases.entries()) {
      const { check, ms, receivedBytes, listBytes, arrivalBytes, peakBytes, ...of } = timed[i];
      const { ranks, replication } = scheme, name = `${ranks}, ${replication}, ${exchange}`;
      assert.ok(check.ok, name);
      assert.ok(ms.length === lab.profile.contextRounds && ms.every((each) => each > 0));
      const shares = Array.from({ length: ranks }, (_, r) => shareBytes(rankShare({ ...whole, scheme }, r)));
      assert.equal(of.shareBytes, Math.max(...shares));
      // Members of a group swap halves of their rows, sum them and send the sums.
      const sums = replication > 1 ? 2 * all : 0;
      const rows = receivedBytes - sums;
      if (exchange === "broadcast") assert.equal(rows, (ranks / replication - 1) * all, name);
      assert.equal(listBytes, exchange === "halo" ? rows / width : 0, `${name}: an id for each row`);
      assert.equal(arrivalBytes > 0, ranks > 1);
      if (ranks > 1) assert.ok(of.deviceBytes < timed[0].deviceBytes, `${name}: less than the whole`);
      assert.equal(peakBytes?.length, engine === "mpi" ? ranks : undefined);
      assert.ok(peakBytes?.every((bytes) => bytes > 2 ** 24) ?? true);
    }
    assert.equal(compared.filter((isLast) => isLast).length, cases.length + 2, "once more on fresh inputs");
  } finally {
    device.close();
  }
});
