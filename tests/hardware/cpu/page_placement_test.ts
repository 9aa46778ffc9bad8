/** Memory nodes and the placement of pages on them. @module */
import assert from "node:assert/strict";
import { memoryNodeText } from "../../../hardware/cpu/capability.ts";
import { memoryNodes } from "../../../hardware/cpu/memory_nodes.ts";
import { type MemoryPolicy, placementText, placePages } from "../../../hardware/cpu/page_placement.ts";

/** Reader of a machine with two sockets of two processors, and a node of memory alone. */
function machine(processors: string, nodes = "0-2") {
  const texts: Record<string, string> = {
    "/proc/self/status": `Name:\tdeno\nCpus_allowed_list:\t${processors}\nMems_allowed_list:\t${nodes}`,
    "/sys/devices/system/node/has_memory": "0-2",
    "/sys/devices/system/node/node0/cpulist": "0-1",
    "/sys/devices/system/node/node1/cpulist": "2-3",
    "/sys/devices/system/node/node2/cpulist": "",
  };
  return memoryNodes((path) => texts[path]);
}

/** Modes of `linux/mempolicy.h`. */
const DEFAULT = 0, BIND = 2, INTERLEAVE = 3, STATIC_NODES = 0x8000;

/** A thread's policy that keeps what is set, as Linux does. */
function policyOf(mode: number | undefined) {
  const set: (readonly [number, readonly number[]])[] = [];
  const policy: MemoryPolicy = {
    mode: () => set.at(-1)?.[0] ?? mode,
    set: (...given) => set.push(given) > 0,
  };
  return { policy, set };
}

Deno.test("nodes are those that may be used, and near are those of processors that may be used", () => {
  assert.deepEqual(machine("0-3"), { all: [0, 1, 2], near: [0, 1] });
  assert.deepEqual(machine("2"), { all: [0, 1, 2], near: [1] });
  assert.deepEqual(machine("0-3", "1"), { all: [1], near: [1] });
  assert.deepEqual(memoryNodes(() => undefined), { all: [], near: [] });
});

Deno.test("pages of a program on both sockets lie in turns on their nodes, and it is told", () => {
  const { policy, set } = policyOf(DEFAULT), nodes = machine("0-3");
  assert.match(placementText({ nodes, policy })!, /^3, pages where they are touched first$/);
  placePages({ nodes, policy });
  assert.deepEqual(set, [[INTERLEAVE | STATIC_NODES, [0, 1]]]);
  assert.match(placementText({ nodes, policy })!, /^3, pages in turns over those of the processors$/);
  assert.equal(memoryNodeText(nodes), "; 3 memory nodes");
});

Deno.test("a rank on one socket has its pages there, also when it was started by a program on both", () => {
  const inherited = policyOf(INTERLEAVE | STATIC_NODES), nodes = machine("2-3");
  placePages({ nodes, policy: inherited.policy });
  assert.deepEqual(inherited.set, [[DEFAULT, []]]);
  const alone = policyOf(DEFAULT);
  placePages({ nodes, policy: alone.policy });
  assert.deepEqual(alone.set, []);
});

Deno.test("what a user chose before the start stays, and is told", () => {
  for (const mode of [BIND, INTERLEAVE]) {
    const { policy, set } = policyOf(mode), nodes = machine("0-3");
    placePages({ nodes, policy });
    assert.deepEqual(set, []);
    assert.match(placementText({ nodes, policy })!, /as was chosen before the start/);
  }
});

Deno.test("with one node nothing is set or told, and where the system refuses it says where pages lie", () => {
  const { policy, set } = policyOf(DEFAULT), nodes = { all: [0], near: [0] };
  placePages({ nodes, policy });
  assert.deepEqual([set, placementText({ nodes, policy }), memoryNodeText(nodes)], [[], undefined, ""]);
  for (const refused of [{}, { policy: policyOf(undefined).policy }]) {
    placePages({ nodes: machine("0-3"), ...refused });
    assert.match(placementText({ nodes: machine("0-3"), ...refused })!, /touched first/);
  }
});

/** A program of two threads that has its pages in turns on one node, and says what the system says of it. */
const PROGRAM = `
import { systemPolicy } from "${new URL("../../../hardware/cpu/page_placement.ts", import.meta.url)}";
import { readSystemText } from "${new URL("../../../platform/native/system_text.ts", import.meta.url)}";
const policy = systemPolicy();
const agreed = policy?.set(${INTERLEAVE | STATIC_NODES}, [${memoryNodes().all[0]}]) ?? false;
const memory = new WebAssembly.Memory({ initial: 1024, maximum: 1024, shared: true });
new Uint8Array(memory.buffer).fill(1);
const started = new Deno.Command("sh", { args: ["-c", "cat /proc/self/numa_maps"] }).outputSync();
const mode = policy?.mode();
console.log(JSON.stringify({
  agreed,
  mode,
  own: readSystemText("/proc/self/numa_maps"),
  started: new TextDecoder().decode(started.stdout),
  left: policy?.set(${DEFAULT}, []) ? policy.mode() : "refused",
}));`;

Deno.test({
  name: "Linux takes the policy for memory that is touched afterwards, also by a program that is started",
  ignore: Deno.build.os !== "linux" || memoryNodes().all.length === 0,
  fn: async () => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", "--ext=ts", PROGRAM],
      stdout: "piped",
      stderr: "piped",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const { agreed, mode, own, started, left } = JSON.parse(new TextDecoder().decode(stdout));
    if (!agreed) return console.log("not tried: the system refuses set_mempolicy, as many containers do");
    assert.equal(mode, INTERLEAVE | STATIC_NODES);
    const pages = Math.max(
      ...[...own.matchAll(/interleave=static:\d+ .*\banon=(\d+)/g)].map(([, anon]) => Number(anon)),
    );
    assert.ok(pages >= 32, `${pages} pages of 64 MiB`);
    assert.match(started, /interleave=static:\d+ /);
    assert.equal(left, DEFAULT);
  },
});
