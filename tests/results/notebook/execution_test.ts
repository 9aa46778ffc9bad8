/**
 * Notebooks run as they are, in the kernel that readers use.
 *
 * @module
 */
import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeContents } from "../../../results/report/report.ts";
import { readSession, SessionStore } from "../../../results/store/store.ts";
import { newRow } from "../session_fixture.ts";
import { notebookSession } from "./notebook_session.ts";

const home = fileURLToPath(new URL("../../..", import.meta.url));

async function canExecute(): Promise<boolean> {
  try {
    return (await new Deno.Command("jupyter-nbconvert", {
      args: ["--version"],
      stdout: "null",
      stderr: "null",
    }).output())
      .success;
  } catch {
    return false;
  }
}

const ignore = !(await canExecute());
if (ignore) {
  console.log(
    "notebooks are not executed: no jupyter-nbconvert (Debian: jupyter-nbconvert python3-nbclient)",
  );
}

interface Cell {
  readonly cell_type: string;
  readonly source: readonly string[];
  readonly outputs: readonly {
    readonly output_type: string;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly text?: readonly string[];
  }[];
}

async function readCells(path: string): Promise<readonly Cell[]> {
  return JSON.parse(await Deno.readTextFile(path)).cells.filter(({ cell_type }: Cell) =>
    cell_type === "code"
  );
}

/**
 * Runs a notebook where it lies, with a kernel that is installed for this run only; fails where a cell does.
 */
async function execute(
  notebook: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly Cell[]> {
  const place = await Deno.makeTempDir();
  try {
    const installed = await new Deno.Command(Deno.execPath(), {
      args: ["jupyter", "--install"],
      env: { XDG_DATA_HOME: place, HOME: place, RUST_BACKTRACE: "0" },
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(installed.success, new TextDecoder().decode(installed.stderr));
    const { success, stderr } = await new Deno.Command("jupyter-nbconvert", {
      args: [
        "--to",
        "notebook",
        "--execute",
        basename(notebook),
        "--output-dir",
        place,
        "--output",
        "executed",
      ],
      cwd: dirname(notebook),
      env: {
        ...env,
        JUPYTER_DATA_DIR: join(place, "jupyter"),
        IPYTHONDIR: join(place, "ipython"),
        RUST_BACKTRACE: "0",
        NO_COLOR: "1",
      },
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return await readCells(join(place, "executed.ipynb"));
  } finally {
    await Deno.remove(place, { recursive: true });
  }
}

/** An output's data with texts whole, however a writer has cut them into lines. */
function dataOf({ outputs }: Cell): Record<string, unknown> | undefined {
  const result = outputs.find(({ output_type }) => output_type === "execute_result");
  return result && Object.fromEntries(
    Object.entries(result.data!).map(([kind, data]) => [kind, Array.isArray(data) ? data.join("") : data]),
  );
}

Deno.test({
  name: "a session's notebook runs outside the repository and shows again what is filled in",
  ignore,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const { document, rows, claims, comparisons } = notebookSession();
      {
        using store = await SessionStore.open(folder, { create: document });
        const workload = rows[0].dataset;
        const fresh = rows.map(({ schema: _, session: __, attempt: ___, ...row }) => newRow(row));
        await store.commitComparison({ suite: rows[0].suite, workload, key: "k", rows: fresh, samples: [] });
        await store.writeClaims(claims);
        await store.writeComparisons(comparisons);
      }
      const { notebook } = await writeContents(await readSession(folder), folder);
      const filled = await readCells(notebook);
      const executed = await execute(notebook, { GNN_REPRO_HOME: home });
      assert.deepEqual(
        executed.map(({ source }) => source.join("")),
        filled.map(({ source }) => source.join("")),
      );
      let compared = 0;
      for (const [i, cell] of executed.entries()) {
        // The kernel may say that it is idle before a result has arrived, and the client then looks no
        // further.
        const shown = dataOf(cell);
        if (shown === undefined) continue;
        assert.deepEqual(shown, dataOf(filled[i]), filled[i].source.join(""));
        compared++;
      }
      assert.ok(compared >= filled.length / 2, `${compared} of ${filled.length} results arrived`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a notebook that finds no library says how to tell where it is",
  ignore,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const path = join(folder, "alone.ipynb");
      await Deno.copyFile(join(home, "notebooks/read_a_session.ipynb"), path);
      await assert.rejects(execute(path, { GNN_REPRO_HOME: folder }), /set GNN_REPRO_HOME to its folder/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/**
 * The kernel may say that it is idle before what was printed has arrived, and the client then looks no
 * further.
 */
const ATTEMPTS = 3;

for (
  const [name, wanted] of [
    ["add_your_kernel", /twice: right[\s\S]*forgetful: wrong/],
    ["read_a_session", /natural over rcm: \d/],
  ] as const
) {
  Deno.test({
    name: `the tutorial ${name}.ipynb runs as it is`,
    ignore,
    fn: async () => {
      let printed = "";
      for (let attempt = 0; attempt < ATTEMPTS && !wanted.test(printed); attempt++) {
        const cells = await execute(join(home, "notebooks", `${name}.ipynb`));
        printed = cells.flatMap(({ outputs }) => outputs.flatMap(({ text = [] }) => text)).join("");
      }
      assert.match(printed, wanted);
    },
  });
}
