import assert from "node:assert/strict";
import { launchedRank } from "../../../../distributed/communicator/mpi/launch_environment.ts";
import { MissingError } from "../../../../platform/errors.ts";

function under(variables: Record<string, string>) {
  return launchedRank((name) => variables[name]);
}

Deno.test("each launcher is known by what it leaves in the environment", () => {
  assert.equal(under({}), undefined);
  assert.deepEqual(under({ OMPI_COMM_WORLD_RANK: "2", OMPI_COMM_WORLD_SIZE: "4", PMIX_RANK: "2" }), {
    rank: 2,
    size: 4,
    families: ["openmpi"],
  });
  assert.deepEqual(under({ PMI_RANK: "0", PMI_SIZE: "3" }), {
    rank: 0,
    size: 3,
    families: ["mpich", "openmpi"],
  });
  assert.deepEqual(under({ PMIX_RANK: "5", SLURM_PROCID: "5", SLURM_STEP_NUM_TASKS: "8" }), {
    rank: 5,
    size: 8,
    families: ["openmpi", "mpich"],
  });
});

Deno.test("a batch script is no start of ranks, and an srun without MPI says what is missing", () => {
  assert.equal(under({ SLURM_PROCID: "0" }), undefined);
  assert.equal(under({ SLURM_PROCID: "0", SLURM_STEP_NUM_TASKS: "1" }), undefined);
  assert.throws(
    () => under({ SLURM_PROCID: "1", SLURM_STEP_NUM_TASKS: "4" }),
    (error) => error instanceof MissingError && error.message.includes("--mpi=pmix"),
  );
});
