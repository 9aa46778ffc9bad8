/**
 * The GitHub Action of the nightly: what it names exists, and its steps do what they say.
 *
 * @module
 */
import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { flagName, isGroup, type Verb } from "../../platform/command_line/verb.ts";
import { VERBS } from "../../verbs.ts";
import { parseYaml, type Yaml } from "./yaml.ts";

const home = fileURLToPath(new URL("../..", import.meta.url));
const ACTION = ".github/actions/nightly";
const source = readFileSync(join(home, ACTION, "action.yml"), "utf8");

interface Step {
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const action = parseYaml(source) as unknown as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const { inputs, outputs, runs: { using, steps } } = action;

Deno.test("every command and flag of the action exists", () => {
  const { tasks } = JSON.parse(readFileSync(join(home, "deno.json"), "utf8")) as {
    tasks: Record<string, unknown>;
  };
  const verbs = VERBS.filter((entry): entry is Verb => !isGroup(entry));
  let commands = 0;
  for (const { run = "" } of steps) {
    for (const [, task] of run.matchAll(/deno task (\S+)/g)) {
      commands++;
      assert.ok(task in tasks, task);
      const verb = verbs.find(({ name }) => name === task);
      const flags = Object.keys(verb?.flags ?? {}).map(flagName);
      const named = [...run.matchAll(/(?<=[\s(])--[a-z][a-z-]*/g)].map(([flag]) => flag);
      assert.ok(named.length > 4, named.join());
      assert.deepEqual(named.filter((flag) => !flags.includes(flag)), []);
    }
  }
  assert.equal(commands, 1);
});

Deno.test("inputs are those that are used, and every step of a composite action has a shell or another action", () => {
  assert.equal(using, "composite");
  const used = new Set([...source.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), Object.keys(inputs).sort());
  for (const [name, { description }] of Object.entries(inputs)) assert.ok(description.length > 10, name);
  for (const { name, uses, run, shell } of steps) {
    assert.ok(uses !== undefined ? run === undefined : shell === "bash" && run !== undefined, name);
  }
  for (const [name, { value }] of Object.entries(outputs)) {
    assert.equal(value, `\${{ steps.nightly.outputs.${name} }}`);
    assert.ok(steps[0].run!.includes(`echo "${name}=`), name);
  }
  // Values reach a shell by its environment alone: a name could be a command.
  for (const { run = "" } of steps) assert.doesNotMatch(run, /\$\{\{/);
});

/** Runs a step's script as a runner does. */
async function runStep(step: Step, env: Record<string, string>): Promise<number> {
  const { code } = await new Deno.Command("bash", {
    args: ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run!],
    env: { ...Object.fromEntries(Object.keys(step.env ?? {}).map((name) => [name, ""])), ...env },
    stdout: "null",
    stderr: "null",
  }).output();
  return code;
}

Deno.test({
  name: "a confirmed regression is summarised and fails the action in its last step; a quiet night does not",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      // A program in the place of Deno that says how it was called and ends as a night does.
      const lines = [
        "#!/usr/bin/env bash",
        'printf "%s\\n" "$@" > "$FOLDER/args"',
        'echo "# Night" > "$RUNNER_TEMP/nightly.md"',
        'exit "$NIGHT"',
      ];
      writeFileSync(join(folder, "deno"), lines.join("\n"));
      chmodSync(join(folder, "deno"), 0o755);
      const [nightly, , fail] = steps;
      for (const night of ["0", "1"]) {
        const [output, summary] = ["output", "summary"].map((name) => join(folder, `${name}-${night}`));
        const env = {
          PATH: `${folder}:${Deno.env.get("PATH")}`,
          FOLDER: folder,
          NIGHT: night,
          RUNNER_TEMP: folder,
          GITHUB_WORKSPACE: "/w s",
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          PAPERS: "own roc/table-1",
          PROFILE: "smoke",
          DEVICE: "wasm",
          THREADS: "2",
        };
        assert.equal(await runStep(nightly, env), 0);
        assert.deepEqual(readFileSync(join(folder, "args"), "utf8").trimEnd().split("\n"), [
          ...["task", "nightly", "own", "roc/table-1", "--profile", "smoke", "--device", "wasm"],
          ...["--out", "/w s/results/sessions", "--summary", join(folder, "nightly.md"), "--threads", "2"],
        ]);
        assert.equal(readFileSync(summary, "utf8"), "# Night\n");
        const said = readFileSync(output, "utf8").trimEnd().split("\n");
        assert.deepEqual(said, [`exit-code=${night}`, `summary=${join(folder, "nightly.md")}`]);
        assert.equal(await runStep(fail, { CODE: night }), Number(night));
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** Runs the step that comments, with a pull request that may have a comment already; returns its requests. */
async function comment(night: { readonly create: boolean; readonly before: boolean }): Promise<string[]> {
  const requests: string[] = [];
  const request = (name: string) => () => Promise.resolve(requests.push(name));
  const before = night.before ? [{ id: 1, body: "<!-- gnn-repro nightly -->\nyesterday" }] : [];
  const github = {
    paginate: () => Promise.resolve(before),
    rest: { issues: { updateComment: request("update"), createComment: request("create") } },
  };
  const scope = {
    github,
    core: { notice: request("notice") },
    context: { repo: {}, issue: { number: 1 } },
    require: () => ({ existsSync: () => true, readFileSync: () => "# Night" }),
    process: { env: { SUMMARY: "nightly.md", CREATE: String(night.create) } },
  };
  const AsyncFunction = comment.constructor as new (...texts: string[]) => (...values: unknown[]) => unknown;
  await new AsyncFunction(...Object.keys(scope), steps[1].with!.script)(...Object.values(scope));
  return requests;
}

Deno.test("a night that may not begin a comment brings one that is there up to date", async () => {
  assert.deepEqual(await comment({ create: true, before: false }), ["create"]);
  assert.deepEqual(await comment({ create: true, before: true }), ["update"]);
  assert.deepEqual(await comment({ create: false, before: true }), ["update"]);
  assert.deepEqual(await comment({ create: false, before: false }), []);
  const { CREATE } = steps[1].env!;
  assert.equal(CREATE, "${{ inputs.comment == 'true' || steps.nightly.outputs.exit-code != '0' }}");
});

Deno.test("the guide's example uses the action with inputs that it has", () => {
  const guide = readFileSync(join(home, "GUIDE.md"), "utf8");
  const example = guide.match(/^ {4}on: \{ schedule[^]*?(?=\n\n)/m)![0].replaceAll(/^ {4}/gm, "");
  const { jobs } = parseYaml(example) as unknown as {
    jobs: Record<string, { steps: readonly { uses: string; with: Record<string, Yaml> }[] }>;
  };
  const step = jobs.nightly.steps.find(({ uses }) => uses === `./${ACTION}`);
  assert.ok(step !== undefined);
  assert.deepEqual(Object.keys(step.with).filter((name) => !(name in inputs)), []);
});

Deno.test("the reader of YAML refuses what it does not know", () => {
  assert.deepEqual(
    parseYaml(
      "a:\n  - b: 1 # one\n    c: [x, 'y z']\n  - b: |\n      two\n        lines\nd: { e: \"f\", g: {} }\n",
    ),
    {
      a: [{ b: "1", c: ["x", "y z"] }, { b: "two\n  lines\n" }],
      d: { e: "f", g: {} },
    },
  );
  for (
    const bad of [
      "a: 1\na: 2",
      "a: &b c",
      "a: b: c",
      "a:\n   b: 1\n  c: 2",
      "just words",
      "a: [1, 2",
      "a: >\n  folded",
    ]
  ) {
    assert.throws(() => parseYaml(bad), SyntaxError, bad);
  }
});
