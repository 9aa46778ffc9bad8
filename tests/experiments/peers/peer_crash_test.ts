/**
 * A peer that ends, is killed or answers nonsense costs its own cell, wherever it happens.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findInterpreter } from "../../../experiments/peers/environments/interpreters.ts";
import { findPeer } from "../../../experiments/peers/peers.ts";
import { hetuModel } from "../../../experiments/hetu-gnn/epochs/hetu_model.ts";
import { orderedData } from "../../../experiments/hetu-gnn/epochs/ordered_data.ts";
import { raceToTarget } from "../../../experiments/hetu-gnn/convergence/training_race.ts";
import { firstLosses } from "../../../experiments/peers/peer_epoch.ts";
import { peerTrial } from "../../../experiments/peers/peer_trial.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { DeviceError } from "../../../platform/errors.ts";
import { fakePython, HAS_SHELL, member } from "./fake_python.ts";
import { identity, ROWS, rowsOf, WIDTH, withLab } from "./peer_comparison.ts";

const RAN = `echo '{"ok":true,"seconds":0.03}'`;

Deno.test({
  name: "a peer that ends in any request, or is right once and then no more, fails alone",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      const { rows, samples } = await rowsOf({
        right: {},
        hello: { hello: "exit 4" },
        load: { load: "kill -9 $$" },
        later: {
          load: `[ -e "$0.loaded" ] && exit 5; : > "$0.loaded"; cp "${
            member("features")
          }" "$0.features"; ${RAN}`,
        },
        check: { check: "kill -9 $$" },
        "no-file": { check: `echo '{"ok":true}'` },
        rounds: { run: `n=$((n + 1)); [ $n -gt 4 ] && kill -9 $$; ${RAN}` },
        throws: {
          run: `n=$((n + 1)); [ $n -le 4 ] && ${RAN} || echo '{"ok":false,"kind":"failed","error":"no"}'`,
        },
        babbles: { run: `n=$((n + 1)); [ $n -le 4 ] && ${RAN} || echo babble` },
      }, { lab, folder });
      const outcome = Object.fromEntries(
        rows.filter(({ metric, contender }) => metric === "time" && contender !== "row-split")
          .map(({ contender, status, reason }) => [contender, `${status}: ${reason}`]),
      );
      assert.match(outcome.right, /^ok/);
      const wanted: Readonly<Record<string, RegExp>> = {
        hello: /^failed: .*ended with code 4/,
        load: /^failed: .*ended by SIGKILL, which a system sends where its memory is full/,
        later: /^failed: .*ended with code 5/,
        check: /^failed: .*ended by SIGKILL/,
        "no-file": /^failed: no file/,
        rounds: /^failed: .*ended by SIGKILL/,
        throws: /^failed: no; /,
        babbles: /^failed: .*cannot be read/,
      };
      for (const [contender, words] of Object.entries(wanted)) {
        assert.match(outcome[contender] ?? "no row", words, contender);
        assert.doesNotMatch(outcome[contender], /defect/);
      }
      assert.deepEqual(
        [...new Set(samples.map(({ cell }) => cell.split(":").at(-1)))].sort(),
        ["right", "row-split"],
      );
    }),
});

const scipy = await findInterpreter(findPeer("scipy"));
if (scipy.kind === "absent") {
  console.log(`peers: none is killed in the middle of its work, SciPy is ${scipy.reason}`);
}

Deno.test({
  name:
    "SciPy, killed by somebody else in the middle of a product, is an error that says so, and can be opened again",
  ignore: scipy.kind === "absent" || !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      const python = join(folder, "python"), pid = join(folder, "pid");
      const { python: real } = scipy as { readonly python: string };
      await Deno.writeTextFile(python, `#!/bin/sh\necho $$ > "${pid}"\nexec "${real}" "$@"\n`, {
        mode: 0o755,
      });
      const problem = { matrix: identity, features: randomFeatures(ROWS, WIDTH, 1), width: WIDTH };
      const open = async () =>
        await (await peerTrial(lab, { ...problem, peer: "scipy", open: { python } })).prepare();
      const prepared = await open();
      assert.ok(prepared.time);
      const long = prepared.time(1e9);
      setTimeout(() => Deno.kill(Number(Deno.readTextFileSync(pid)), "SIGKILL"), 200);
      await assert.rejects(long, (error) => {
        assert.ok(error instanceof DeviceError);
        assert.match(error.parts.current, /ended by SIGKILL/);
        return true;
      });
      prepared.destroy();
      const again = await open();
      assert.ok((await again.check()).ok);
      again.destroy();
    }),
});

Deno.test({
  name:
    "a peer that ends in a repetition of a race has the error in place of its curve, and the others go on",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
      const standard = {
        ...lab,
        profile: { ...lab.profile, id: "standard" as const },
      };
      const variant = { ordering: "natural", kernel: "row-split" } as const;
      const own = { id: "own", label: "own", variant };
      const options = { hidden: 16, epochs: 3, repetitions: 2, target: 100 };
      const { data } = await orderedData(standard, dataset, "natural");
      const losses = await firstLosses(standard, { data, model: hetuModel(data, options.hidden) });
      const done = `echo '{"ok":true}'`;
      const python = await fakePython(folder, {
        others: {
          model: `echo '{"ok":true,"model":1,"seconds":0.5}'`,
          // The race resets once after warming up, every repetition once more: the second one meets its end.
          reset: `n=$((n + 1)); [ $n -gt 2 ] && exit 6; ${done}`,
          train: `case "$line" in *'"n":5'*) echo '{"ok":true,"seconds":1,"losses":[${losses}]}' ;;
            *) echo '{"ok":true,"seconds":1,"losses":[1]}' ;; esac`,
          evaluate: `echo '{"ok":true,"loss":1,"accuracy":0.5}'`,
          forget: done,
        },
      });
      const outcome = await raceToTarget(standard, dataset, {
        ...options,
        contenders: [own, { id: "peer", label: "DGL", peer: "dgl", open: { python, timeoutMs: 120_000 } }],
      });
      assert.throws(() => outcome.of("peer"), /ended with code 6/);
      assert.equal(outcome.of("own").toTarget?.times.ms.length, options.repetitions);
    }),
});
