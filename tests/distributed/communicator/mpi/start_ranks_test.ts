import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { findInstallation } from "../../../../distributed/communicator/mpi/launcher.ts";
import { startMpiRanks } from "../../../../distributed/communicator/mpi/start_ranks.ts";
import { RankError } from "../../../../distributed/communicator/rank_error.ts";
import { joinedWorld } from "../../../../distributed/communicator/mpi/world.ts";
import { capability } from "../../../../distributed/communicator/capability.ts";
import { MissingError, UsageError } from "../../../../platform/errors.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { FLAGS, hasMpi, runFunction } from "../engines.ts";
import {
  launcherArguments,
  launcherEnvironment,
} from "../../../../distributed/communicator/mpi/launcher_arguments.ts";

const KILLS = Number(Deno.env.get("GNN_REPRO_TEST_KILLS") ?? 5);

Deno.test({
  name: "a rank that is killed at a random moment ends the job with its number, or with none",
  ignore: !hasMpi,
  fn: async () => {
    // MPICH does not report which of the ranks that died of SIGKILL was the first.
    const told = (await findInstallation()).family === "openmpi";
    const random = new RandomStream(1, "kills");
    for (let kill = 0; kill < KILLS; kill++) {
      const who = random.below(3), delay = random.below(600);
      const job = runFunction({
        engine: "mpi",
        ranks: 3,
        entry: "endless",
        onStart: (pids) => void setTimeout(() => Deno.kill(pids[who], "SIGKILL"), delay),
      });
      await assert.rejects(job, (error: unknown) => {
        assert.ok(error instanceof RankError, String(error));
        // On a busy machine Open MPI 4 may print nothing of the rank.
        const isNamed = error.end.rank !== undefined;
        const reason = isNamed || !told ? "SIGKILL" : "SIGKILL, of a rank that mpirun did not name";
        const rank = isNamed && told ? who : undefined;
        assert.deepEqual(error.end, { rank, engine: "mpi", reason, code: 137 });
        return true;
      });
    }
  },
});

/** Runs a job by a program that takes the launcher's place. */
async function byProgram<Output>(script: string, job: Parameters<typeof runFunction>[0]): Promise<Output[]> {
  const program = await Deno.makeTempFile(), { launcher } = await findInstallation();
  const version = `[ "$1" = --version ] && exec ${launcher} --version`;
  await Deno.writeTextFile(program, `#!/bin/sh\n${version}\n${script.replace("LAUNCHER", launcher)}\n`);
  await Deno.chmod(program, 0o755);
  try {
    return await runFunction<Output>({ ...job, launcher: program });
  } finally {
    await Deno.remove(program);
  }
}

Deno.test({
  name: "where the launcher names no rank that was killed, neither does the error, whatever ranks have told",
  ignore: !hasMpi || Deno.build.os === "windows",
  fn: async () => {
    // The ranks tell their own error before; Open MPI 4 has printed no more than this for a killed rank.
    const first = "Primary job  terminated normally, but 1 process returned\na non-zero exit code. " +
      "Per user-direction, the job has been aborted.";
    const input = { how: "throw", who: 1 };
    for (const before of ["", 'LAUNCHER "$@" > /dev/null 2>&1;']) {
      await assert.rejects(
        byProgram(`${before} echo "${first}" >&2; exit 137`, {
          engine: "mpi",
          ranks: 2,
          entry: "misbehave",
          input,
        }),
        (error: unknown) => {
          assert.ok(error instanceof RankError, String(error));
          const reason = "SIGKILL, of a rank that mpirun did not name";
          assert.deepEqual(error.end, { rank: undefined, engine: "mpi", reason, code: 137 });
          assert.match(error.message, /found rank \? dead: SIGKILL, of a rank that mpirun did not name/);
          return true;
        },
      );
    }
  },
});

Deno.test({
  name: "a launcher that is killed is named as what ended, not what ranks have printed before",
  ignore: !hasMpi || Deno.build.os === "windows",
  fn: async () => {
    await assert.rejects(
      byProgram("echo epoch 1; kill -9 $$", { engine: "mpi", ranks: 2, entry: "endless" }),
      (error: unknown) => error instanceof RankError && error.end.reason === "mpirun was ended by SIGKILL",
    );
  },
});

Deno.test({
  name: "a launcher that stays after the job's end is ended, and costs neither results nor the reason",
  ignore: !hasMpi || Deno.build.os === "windows",
  fn: async () => {
    const job = { engine: "mpi", ranks: 2, input: { lengths: [5] } } as const;
    const good = await byProgram('LAUNCHER "$@"; exec sleep 600', { ...job, entry: "everyCollective" });
    assert.equal(good.length, 2);
    const told = "process rank 1 with PID 0 on node x exited on signal 9 (Killed).";
    await assert.rejects(
      byProgram(`echo "${told}" >&2; exec sleep 600`, { ...job, entry: "endless" }),
      (error: unknown) =>
        error instanceof RankError && error.end.rank === 1 && error.end.reason === "SIGKILL",
    );
  },
});

Deno.test({
  name: "a signal that comes while the launcher is looked at lets no rank start",
  ignore: !hasMpi,
  fn: async () => {
    const controller = new AbortController(), reason = new Error("enough");
    let started = false;
    const job = startMpiRanks({
      ranks: 2,
      module: new URL("../rank_functions.ts", import.meta.url),
      entry: "everyCollective",
      input: { lengths: [5] },
      flags: FLAGS,
      signal: controller.signal,
      onStart: () => void (started = true),
    });
    controller.abort(reason);
    await assert.rejects(job, (error: unknown) => error === reason);
    assert.equal(started, false);
  },
});

async function underMpirun(ranks: number, ...args: string[]) {
  const { launcher, family } = await findInstallation();
  const program = fileURLToPath(new URL("./world_program.ts", import.meta.url));
  const { code, stdout, stderr } = await new Deno.Command(launcher, {
    args: [
      ...launcherArguments({ family, ranks }),
      ...[Deno.execPath(), "run", "--quiet", ...FLAGS, program, ...args],
    ],
    env: launcherEnvironment(family),
    stdin: "null",
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test({
  name: "under a user's own mpirun rank 0 runs jobs of several sizes and the others serve",
  ignore: !hasMpi,
  fn: async () => {
    const { code, out, err } = await underMpirun(3);
    assert.equal(code, 0, err);
    const { version, ...rest } = JSON.parse(out);
    const refused = ["MissingError", "UsageError"];
    assert.deepEqual(rest, { all: [2, 1, 2], two: 2, own: [4, 5], refused, after: 3 });
    assert.match(version, /MPI/);
  },
});

Deno.test({
  name: "under a user's own mpirun a rank that fails, or leaves, ends the world and says why",
  ignore: !hasMpi,
  fn: async () => {
    const died = await underMpirun(3, "die");
    assert.equal(died.code, 1);
    assert.match(died.err, /error: rank 2: TypeError: boom/);
    const left = await underMpirun(3, "exit");
    assert.equal(left.code, 5);
  },
});

Deno.test("a process that nobody launched as a rank is in no world", () => {
  assert.equal(joinedWorld(), undefined);
});

Deno.test("ranks without flags, without MPI or in absurd numbers are typed errors", async () => {
  const { flags: _, ...bare } = { flags: [], engine: "mpi", ranks: 2, entry: "splitting" } as const;
  await assert.rejects(runFunction({ ...bare, flags: undefined } as never), UsageError);
  for (const engine of ["local", "mpi"] as const) {
    for (const ranks of [0, 1.5, 5000]) {
      await assert.rejects(runFunction({ engine, ranks, entry: "splitting" }), UsageError);
    }
  }
  Deno.env.set("GNN_REPRO_HIDE_NATIVE", "mpi");
  try {
    await assert.rejects(runFunction(bare), MissingError);
    const { present, install } = capability();
    assert.equal(present, false);
    assert.match(install, /openmpi/);
  } finally {
    Deno.env.delete("GNN_REPRO_HIDE_NATIVE");
  }
});

Deno.test({
  name: "doctor names the library and its launcher",
  ignore: !hasMpi,
  fn: () => {
    const { present, detail } = capability();
    assert.ok(present);
    assert.match(detail, /MPI.*, \/.*, started by \//);
  },
});
