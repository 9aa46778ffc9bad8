import assert from "node:assert/strict";
import { join } from "node:path";
import { JobFolder } from "../../../../distributed/communicator/mpi/job_folder.ts";

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

Deno.test("folders of killed programs are removed by the next job, those of running ones and new ones stay", async () => {
  const parent = join(await Deno.makeTempDir(), "ranks");
  try {
    const running = await JobFolder.make(parent);
    // A killed program leaves its files, and the system releases its lock.
    const abandoned = new JobFolder(await Deno.makeTempDir({ dir: parent }));
    abandoned.writeOwn(0, new Float32Array(1000));

    const early = await JobFolder.make(parent);
    assert.equal(names(parent).length, 3, "a new folder is not abandoned");
    const late = await JobFolder.make(parent, 0);
    const left = [running, early, late].map(({ path }) => path).toSorted();
    assert.deepEqual(names(parent).map((name) => join(parent, name)).toSorted(), left);
    running.writeOwn(0, 7);
    assert.equal(running.readOwn(0), 7);

    for (const folder of [running, early, late]) folder.remove();
    assert.deepEqual(names(parent), []);
  } finally {
    await Deno.remove(join(parent, ".."), { recursive: true });
  }
});
