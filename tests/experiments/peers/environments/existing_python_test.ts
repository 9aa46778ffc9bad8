/**
 * A Python that is there already: found, asked what it has, and adopted where it has what a peer needs.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { capability } from "../../../../experiments/peers/capability.ts";
import {
  environmentFolder,
  interpreterIn,
  writeReady,
} from "../../../../experiments/peers/environments/environments.ts";
import {
  existingPython,
  PEERS_PYTHON_VARIABLE,
  pythonPrograms,
} from "../../../../experiments/peers/environments/existing_python.ts";
import { findInterpreter, interpreterOf } from "../../../../experiments/peers/environments/interpreters.ts";
import { Peer } from "../../../../experiments/peers/peer.ts";
import { findPeer } from "../../../../experiments/peers/peers.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { readSession } from "../../../../results/store/store.ts";
import { fakePython, HAS_SHELL } from "../fake_python.ts";
import { inFolder } from "../../../in_folder.ts";
import { probePython } from "../../../../experiments/peers/environments/python_probe.ts";

const HOME = fileURLToPath(new URL("../../../..", import.meta.url));

/** Answers of an existing Python that is asked for its packages. */
const asked = (does: string) => ({ first: `case "$*" in *probe.py*) ${does} ;; esac` });
const has = (versions: Readonly<Record<string, string>>) =>
  asked(`echo '${JSON.stringify(versions)}'; exit 0`);
const SCIPY = { python: "3.12.1", scipy: "1.9.0", numpy: "1.26.0" };

/** Variables of a process that has these alone. */
const variables = (values: Readonly<Record<string, string>>) => (name: string) => values[name];

/** A pinned environment below `root`, with an interpreter that nobody starts. */
async function pinnedScipy(root: string): Promise<void> {
  const folder = environmentFolder("scipy", root);
  const python = interpreterIn(folder);
  await Deno.mkdir(join(python, ".."), { recursive: true });
  await Deno.writeTextFile(python, "");
  await writeReady(folder, { bytes: 1, versions: { python: "3.11.7", scipy: "1.17.1", numpy: "2.4.6" } });
}

Deno.test("a Python is called python on Windows, and python3 elsewhere", () => {
  assert.equal(pythonPrograms("windows")[0], "python");
  assert.deepEqual([pythonPrograms("linux"), pythonPrograms("darwin")], [["python3"], ["python3"]]);
});

Deno.test({
  name: "the Python that a variable names comes first, as a path or a program on PATH, then python3 on PATH",
  ignore: !HAS_SHELL,
  fn: () =>
    inFolder(async (folder) => {
      const path = join(folder, "python3");
      await Deno.writeTextFile(path, "");
      const PATH = `relative:/no/such/folder:${folder}`;
      const find = (values: Readonly<Record<string, string>>) => existingPython(variables(values));
      assert.deepEqual(find({ PATH }), { path, named: false });
      assert.deepEqual(find({ PATH, [PEERS_PYTHON_VARIABLE]: "/opt/python" }), {
        path: "/opt/python",
        named: true,
      });
      assert.deepEqual(find({ PATH, [PEERS_PYTHON_VARIABLE]: "python3" }), { path, named: true });
      assert.deepEqual(find({ PATH, [PEERS_PYTHON_VARIABLE]: "python9" }), { path: "python9", named: true });
      assert.equal(find({ PATH: "/no/such/folder", [PEERS_PYTHON_VARIABLE]: "" }), undefined);
      assert.equal(find({}), undefined);
    }),
});

/** Time that a Python has to answer: on a busy machine even a shell takes a while to start. */
const PATIENCE_MS = 60_000;
for (
  const [what, answers, says, patienceMs = PATIENCE_MS] of [
    ["does not answer", asked("sleep 60"), /did not answer within 0.3 s/, 300],
    [
      "prints something else",
      asked("echo 'Python was not found'; exit 0"),
      /answered "Python was not found"/,
    ],
    ["prints JSON that is no answer", asked(`echo '{"scipy":7}'; exit 0`), /answered/],
    ["prints without end", asked("while :; do echo rubbish; done"), /./],
    ["fails", asked("echo 'no module json' >&2; exit 1"), /fails when it is asked/],
  ] as const
) {
  Deno.test({
    name: `a Python that ${what} is no interpreter, and the reason says so without waiting for its end`,
    ignore: !HAS_SHELL,
    fn: () =>
      inFolder(async (folder) => {
        const python = await fakePython(folder, answers);
        const started = performance.now();
        const { versions, reason } = await probePython(python, patienceMs);
        assert.equal(versions, undefined);
        assert.match(reason!, says);
        // The silent one would end after a minute, the endless one never.
        assert.ok(performance.now() - started < PATIENCE_MS / 2);
        const env = variables({ [PEERS_PYTHON_VARIABLE]: python });
        const found = await findInterpreter(findPeer("scipy"), { root: folder, env });
        assert.ok(found.kind === "absent" && found.reason.includes(reason!), JSON.stringify(found));
        await assert.rejects(
          Peer.open("scipy", { threads: 1, root: folder, env }),
          (error) =>
            error instanceof MissingError && /correct or unset GNN_REPRO_PEERS_PYTHON/.test(error.message),
        );
      }),
  });
}

Deno.test("a Python that is not there, or no program, is a reason", async () => {
  assert.match((await probePython("/no/such/python")).reason!, /cannot be started/);
  await inFolder(async (folder) => {
    const path = join(folder, "python3");
    await Deno.writeTextFile(path, "text");
    assert.match((await probePython(path)).reason!, /cannot be started/);
  });
});

Deno.test({
  name:
    "an existing Python is adopted by the peers whose packages it has; a named one before the pinned environment",
  ignore: !HAS_SHELL,
  fn: () =>
    inFolder(async (folder) => {
      const root = join(folder, "peers"), scipy = findPeer("scipy");
      const python = await fakePython(folder, has(SCIPY));
      const named = { root, env: variables({ [PEERS_PYTHON_VARIABLE]: python }) };
      await Deno.symlink(python, join(folder, "python3"));
      const onPath = { root, env: variables({ PATH: folder }) };

      const adopted = { kind: "adopted", python, versions: SCIPY };
      assert.deepEqual(await findInterpreter(scipy, named), adopted);
      assert.deepEqual(await findInterpreter(scipy, onPath), { ...adopted, python: join(folder, "python3") });
      const torch = await findInterpreter(findPeer("torch"), onPath);
      assert.ok(
        torch.kind === "absent" && torch.reason.endsWith("python3 has no torch"),
        JSON.stringify(torch),
      );
      assert.equal(torch.next, "deno task peers:setup torch");
      await assert.rejects(interpreterOf(findPeer("torch"), onPath), MissingError);

      await pinnedScipy(root);
      assert.equal((await findInterpreter(scipy, onPath)).kind, "pinned");
      assert.deepEqual(await findInterpreter(scipy, named), adopted);
      const without = {
        root,
        env: variables({ [PEERS_PYTHON_VARIABLE]: await fakePython(folder, has({ python: "3" })) }),
      };
      assert.equal(
        (await findInterpreter(scipy, without)).kind,
        "pinned",
        "one that lacks them is no choice",
      );
    }),
});

Deno.test({
  name:
    "doctor says which peers an existing Python serves, in which versions, and that they are not the pinned ones",
  ignore: !HAS_SHELL,
  fn: () =>
    inFolder(async (folder) => {
      const python = await fakePython(folder, has({ ...SCIPY, torch: "2.9.0+cpu" }));
      const search = { root: folder, env: variables({ [PEERS_PYTHON_VARIABLE]: python }) };
      const torch = await capability("torch", search);
      assert.equal(torch.part, "peer PyTorch, PyTorch Geometric (torch)");
      assert.ok(torch.present);
      assert.ok(torch.detail.startsWith(
        `PyTorch by ${python}, not the pinned versions: python 3.12.1, torch 2.9.0+cpu, numpy 1.26.0; ` +
          "PyTorch Geometric not set up, and",
      ));
      assert.match(torch.detail, /has no torch_geometric$/);
      const dgl = await capability("dgl", search);
      assert.ok(!dgl.present && /has no dgl$/.test(dgl.detail));
    }),
});

Deno.test({
  name: "a run from the command line adopts it, with no more permissions than that, and its rows say so",
  ignore: !HAS_SHELL,
  fn: () =>
    inFolder(async (folder) => {
      const python = await fakePython(folder, has(SCIPY));
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "--quiet", "--allow-env", "--allow-read", "--allow-write", "--allow-run", "--allow-sys"],
          ...["launch.ts", "repro", "own/kernel-ladder", "--profile", "smoke", "--device", "wasm"],
          ...["--threads", "1", "--filter", "dataset=cora && width=16", "--session", "s", "--out", folder],
        ],
        cwd: HOME,
        env: { [PEERS_PYTHON_VARIABLE]: python, GNN_REPRO_CACHE: join(folder, "cache"), GNN_REPRO_DATA: "" },
        stdout: "null",
        stderr: "piped",
      }).output();
      const { rows } = await readSession(join(folder, "s"));
      const time = (contender: string) =>
        rows.find((row) => row.contender === contender && row.metric === "time")!;
      // The script is asked for the product of another matrix than it knows: it is opened, and found wrong.
      assert.equal(time("peer:scipy").status, "wrong", `${code} ${stderr}`);
      assert.match(time("peer:scipy").factors, /environment=adopted;peer=scipy;versions=echo 1.0/);
      assert.equal(time("peer:torch").status, "skipped");
      assert.match(time("peer:torch").reason, /has no torch; deno task peers:setup torch/);
    }),
});
