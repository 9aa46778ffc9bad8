import assert from "node:assert/strict";
import { slashburn } from "../../../graph/orderings/slashburn.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphOf, SHAPES } from "../graph_fixture.ts";

Deno.test("slashburn puts the hub first and larger spokes before smaller ones at the back", () => {
  // Hub 6 holds together a triangle {0, 1, 2}, a pair {3, 4} and a single 5.
  const pairs = [[6, 0], [6, 1], [6, 2], [6, 3], [6, 4], [6, 5], [0, 1], [1, 2], [2, 0], [3, 4]] as const;
  const { perm } = slashburn.compute(graphOf(7, pairs, { symmetrise: true }), { seed: 1 });
  assert.equal(perm[6], 0);
  assert.deepEqual([perm[3], perm[4]].sort(), [4, 5]);
  assert.equal(perm[5], 6);
});

Deno.test("slashburn burns a star at once: its hubs come first", () => {
  const { perm } = slashburn.compute(SHAPES.star, { seed: 1 });
  assert.equal(perm[0], 0);
});

Deno.test("a component's place follows from its size, not from its ids, and its vertices stay together", () => {
  // Hub 6 holds together a single 0, a pair {1, 5} and a triangle {2, 3, 4}.
  const pairs = [[6, 0], [6, 1], [6, 2], [6, 3], [6, 4], [6, 5], [2, 3], [3, 4], [4, 2], [1, 5]] as const;
  const { perm } = slashburn.compute(graphOf(7, pairs, { symmetrise: true }), { seed: 1 });
  assert.deepEqual([perm[6], perm[0]], [0, 6]);
  assert.deepEqual([perm[1], perm[5]].sort(), [4, 5]);
});

/** Hubs and components in the order of SlashBurn as Kang and Faloutsos state it, by sets. */
function runsBySets(vertices: number, pairs: readonly (readonly [number, number])[], k: number): number[][] {
  const beside = Array.from({ length: vertices }, () => new Set<number>());
  for (const [a, b] of pairs.filter(([a, b]) => a !== b)) {
    beside[a].add(b);
    beside[b].add(a);
  }
  const heaviest = (members: ReadonlySet<number>) => {
    const degrees = new Map([...members].map((v) => [v, beside[v].intersection(members).size]));
    return [...members].sort((a, b) => degrees.get(b)! - degrees.get(a)! || a - b);
  };
  const front: number[][] = [], back: number[][] = [];
  let left = new Set(beside.keys());
  while (left.size > k) {
    const hubs = heaviest(left).slice(0, k), rest = left.difference(new Set(hubs)), found: number[][] = [];
    while (rest.size > 0) {
      const own = [Math.min(...rest)];
      for (const v of own) {
        if (!rest.delete(v)) continue;
        own.push(...beside[v].intersection(rest));
      }
      found.push([...new Set(own)]);
    }
    const [giant = [], ...spokes] = found.sort((a, b) => b.length - a.length || a[0] - b[0]);
    front.push(...hubs.map((hub) => [hub]));
    back.unshift(...spokes);
    left = new Set(giant);
  }
  return [...front, ...heaviest(left).map((last) => [last]), ...back];
}

Deno.test("hubs and components are those of the algorithm by sets, round by round", () => {
  const vertices = 450, k = 3;
  for (const [seed, count] of [[1, 300], [2, 600], [3, 1500]] as const) {
    const stream = new RandomStream(seed, "slashburn");
    // The square makes hubs of low ids.
    const end = () => Math.floor(vertices * stream.uniform() ** 2);
    const pairs = Array.from({ length: count }, () => [end(), end()] as const);
    const { perm } = slashburn.compute(graphOf(vertices, pairs, { symmetrise: true }), { seed: 1 });
    const order = new Array<number>(vertices);
    perm.forEach((id, v) => order[id] = v);
    let at = 0;
    for (const run of runsBySets(vertices, pairs, k)) {
      // The vertices of a component may come in any order.
      assert.deepEqual(order.slice(at, at + run.length).sort(), run.sort(), `from place ${at}, seed ${seed}`);
      at += run.length;
    }
    assert.equal(at, vertices);
  }
});
