/**
 * The cluster recipe's scripts under an `srun` that follows Slurm's manual (22.05): tasks are the job's
 * unless the step says its own number, and cores those that the step asks for.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "./in_folder.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const CLUSTER = join(HOME, "examples", "cluster");
const NODES = 2, RANKS_PER_NODE = 3, CORES = 14;

const SRUN = `#!/bin/bash
nodes=$SLURM_JOB_NUM_NODES tasks=$SLURM_NTASKS cores=\${SRUN_CPUS_PER_TASK:-1}
while [[ $1 == --* ]]; do
  case $1 in
    --nodes=*) nodes=\${1#*=} ;;
    --ntasks=*) tasks=\${1#*=} ;;
    --cpus-per-task=*) cores=\${1#*=} ;;
  esac
  shift
done
for ((task = 0; task < tasks; task++)); do
  SLURM_PROCID=$task SLURM_NODEID=$((task * nodes / tasks)) CORES=$cores "$@" || exit
done
`;

/** Writes programs that are found before all others. */
function writePrograms(folder: string, programs: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(programs)) {
    Deno.writeTextFileSync(join(folder, name), text, { mode: 0o755 });
  }
  return `${folder}:${Deno.env.get("PATH")}`;
}

/** Runs `train.sbatch` as a job that has set its folders. */
async function runJob(folder: string, { parts, local }: { readonly parts: string; readonly local: string }) {
  const script = Deno.readTextFileSync(join(CLUSTER, "train.sbatch"))
    .replace(/^PARTS=.*$/m, `PARTS=${parts}`).replace(/^LOCAL=.*$/m, `LOCAL=${local}`)
    .replaceAll("examples/cluster/stage.sh", join(folder, "stage.sh"));
  const PATH = writePrograms(folder, {
    srun: SRUN,
    module: "#!/bin/bash\n",
    deno: `#!/bin/bash\necho "$SLURM_NODEID $CORES $*" >> "${folder}/trained"\n`,
    "stage.sh": `#!/bin/bash\necho "$SLURM_NODEID" >> "${folder}/staged"\n` +
      `exec bash "${CLUSTER}/stage.sh" "$1" "$2/$SLURM_NODEID" "$3"\n`,
  });
  const { code, stderr } = await new Deno.Command("bash", {
    args: ["-c", script],
    env: {
      PATH,
      SLURM_JOB_NUM_NODES: `${NODES}`,
      SLURM_NTASKS: `${NODES * RANKS_PER_NODE}`,
      SLURM_NTASKS_PER_NODE: `${RANKS_PER_NODE}`,
      SLURM_CPUS_PER_TASK: `${CORES}`,
    },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const lines = (name: string) => Deno.readTextFileSync(join(folder, name)).trim().split("\n");
  return { staged: lines("staged"), trained: lines("trained") };
}

Deno.test({
  name: "under Slurm each node stages its ranks' parts once, and each rank has a core for each thread",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const parts = join(folder, "parts"), local = join(folder, "local");
      const names = Array.from({ length: NODES * RANKS_PER_NODE }, (_, rank) => `part-000${rank}`);
      for (const name of names) {
        Deno.mkdirSync(join(parts, name), { recursive: true });
        Deno.writeTextFileSync(join(parts, name, "vertices.npy"), name);
      }
      Deno.writeTextFileSync(join(parts, "manifest.json"), "{}");
      const { staged, trained } = await runJob(folder, { parts, local });
      assert.deepEqual(staged, ["0", "1"]);
      for (const [node, own] of [names.slice(0, RANKS_PER_NODE), names.slice(RANKS_PER_NODE)].entries()) {
        const here = [...Deno.readDirSync(join(local, `${node}`))].map(({ name }) => name).sort();
        assert.deepEqual(here, ["manifest.json", ...own]);
      }
      assert.equal(trained.length, NODES * RANKS_PER_NODE);
      for (const line of trained) {
        assert.match(line, new RegExp(`^[01] ${CORES} task train .* --threads ${CORES} `));
      }
    }),
});

Deno.test("every srun in the documents asks for as many cores a task as threads", () => {
  let found = 0;
  for (const path of ["GUIDE.md", "README.md", "examples/cluster/README.md"]) {
    const text = Deno.readTextFileSync(join(HOME, path)).replaceAll("\\\n", " ");
    for (const [, command, threads] of text.matchAll(/\b(srun [^\n`]*)--threads (\d+)/g)) {
      found++;
      assert.match(command, new RegExp(`--cpus-per-task=${threads} `), `${path}: ${command}`);
    }
  }
  assert.ok(found >= 2, `${found} commands`);
});
