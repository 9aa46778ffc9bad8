/**
 * Things of the machine that a verb can need beside the paths on its command line.
 *
 * @module
 */

/** Every need; `machine_grants.ts` says for each which permissions it takes on the machine at hand. */
const NEEDS = [
  /** The GPU or the CPU's arena, native libraries, and the facts about the machine that go into a session. */
  "device",
  /** An adapter that emulates a GPU, where there is no other: the launcher unpacks it. */
  "software adapter",
  /** The user's cache folder: fetched datasets, orderings, partitions. */
  "cache",
  /** Whether kernels take the numbers that were tuned for this machine. */
  "tuned numbers",
  /** Datasets that the environment names a folder of. */
  "data",
  /** Size of the free memory, into which a graph that is drawn must fit. */
  "free memory",
  /** Hosts that publish datasets. */
  "dataset hosts",
  /** The host's name, which a folder's lock carries. */
  "lock",
  /** Git, which knows the commit of the harness. */
  "commit",
  /** Interpreters of all peers. */
  "peers",
  /** Deno itself, which calls a user's shared library in a process of its own. */
  "user kernels",
  /** Deno itself, which runs and checks versions of this program in processes of their own. */
  "own programs",
  /** The C yardstick: the launcher compiles it where there is a compiler. */
  "c compiler",
  /** An existing Python, which is asked for its packages. */
  "existing python",
  /** The program that starts MPI ranks. */
  "ranks",
  /** Path of the program that starts MPI ranks, which is not started. */
  "rank launcher",
  /** Deno itself, which draws PNG pictures in a process without permissions. */
  "pictures",
  /** A server on this machine's loopback. */
  "loopback",
] as const;

/** One of {@link NEEDS}. */
export type Need = typeof NEEDS[number];
