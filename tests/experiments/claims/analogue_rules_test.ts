/** Verdicts of claims whose named system a part of this project stands for. @module */
import assert from "node:assert/strict";
import { PAPER_GRAPHS } from "../../../experiments/eppgcn/paper_graphs.ts";
import {
  BROADCAST,
  ONE_RANK,
  type RankContender,
  REAL_RANKS,
} from "../../../experiments/hetu-gnn/ranks/rank_contenders.ts";
import { publishedPapers } from "../../../experiments/papers.ts";
import { decideClaims } from "../../../experiments/session/verdicts/claim_verdicts.ts";
import type { SessionRows } from "../../../experiments/session/verdicts/session_rows.ts";
import { allSuites } from "../../../experiments/suites.ts";
import type { Row, Sample } from "../../../results/row.ts";

const ROUNDS = 15;

/** A metric of a cell, all of whose rounds gave the same value. */
interface Constant {
  readonly suite: string;
  readonly workload: string;
  readonly contender: string;
  readonly metric: string;
  readonly unit: string;
  readonly value: number;
  /** Columns of its row in place of the device's. */
  readonly columns?: Partial<Row>;
}

/** The verdict of one claim on these numbers, on a device. */
function verdictOf(
  claim: string,
  numbers: readonly Constant[],
  device: Pick<SessionRows, "backend" | "adapterKind"> & { readonly threads: number },
) {
  const { backend, adapterKind: adapter_kind, threads } = device;
  const cellOf = ({ suite, workload, contender }: Constant) => `${suite}:${workload}:${contender}`;
  const rows = numbers.map((each) => ({
    ...{ suite: each.suite, cell: cellOf(each), contender: each.contender, metric: each.metric },
    ...{ unit: each.unit, median: each.value, n: ROUNDS, status: "ok", attempt: 1, source: "measured" },
    ...{ timer: each.unit === "ms" ? "wall" : "", dataset: each.workload, dataset_kind: "real" },
    ...{ backend, adapter_kind, threads, ...each.columns },
  } as Row));
  const samples = numbers.flatMap((each) =>
    Array.from({ length: ROUNDS }, (_, round) => ({
      ...{ cell: cellOf(each), metric: each.metric, preparation: Math.floor(round / 5), round },
      value: each.value * (1 + 1e-4 * (round % 3)),
    } as Sample))
  );
  const [first] = decideClaims(publishedPapers(), allSuites(), {
    ...{ session: "s", seed: 1, rows, samples, smallestDifference: 0.01, callMs: 1e-3 },
    ...{ ...device, profile: "paper" },
  }).filter(({ claim_id }) => claim_id === claim);
  return first;
}

const ON_A_CARD = { backend: "webgpu", adapterKind: "hardware", threads: 0 } as const;
const ON_A_SOCKET = { backend: "x86", adapterKind: "none", threads: 40 } as const;

Deno.test("a scalar loop of ours is not DGL's broadcast, on the paper's kind of device too", () => {
  const suite = "distgnn-mb/figure-2-broadcast";
  const numbers = ["ogbn-products", "ogbn-papers100m"].flatMap((workload) =>
    ([["row-split-scalar", 4], ["row-split", 2]] as const).flatMap(([contender, ms]) => [
      { suite, workload, contender, metric: "time", unit: "ms", value: ms },
      { suite, workload, contender, metric: "seeds", unit: "vertices", value: 1000 },
      { suite, workload, contender, metric: "measured_batches", unit: "minibatches", value: 10 },
    ])
  );
  const { verdict, reason } = verdictOf("distgnn-mb.q.broadcast", numbers, ON_A_SOCKET);
  assert.equal(verdict, "analogue-supports");
  assert.match(reason, /a scalar loop of ours stands for DGL's/);
});

/** Gains by paths that grow from graph to graph, of these contenders on path matrices. */
function growingGains(systems: readonly (readonly [whole: string, paths: string])[]): Constant[] {
  const suite = "eppgcn/table-4";
  return PAPER_GRAPHS.flatMap(({ id: workload }, place) =>
    systems.flatMap(([whole, paths]) => [
      { suite, workload, contender: whole, metric: "time", unit: "ms", value: 10 * (2 + place) },
      { suite, workload, contender: paths, metric: "time", unit: "ms", value: 10 },
      { suite, workload, contender: paths, metric: "speedup", unit: "x", value: 2 + place },
      ...[whole, paths].map((contender) => ({
        ...{ suite, workload, contender, metric: "peer_call", unit: "ms", value: 1e-3 },
      })),
    ])
  );
}

const POLICY = ["policy:dgl", "policy:dgl+epp"] as const, PEER = ["peer:dgl", "peer:dgl+epp"] as const;

Deno.test("DGL's gain on a card is DGL's where it was measured, whatever a premise reads, else an analogue", () => {
  const claim = "eppgcn.q.gain-with-size";
  const real = verdictOf(claim, growingGains([POLICY, PEER]), ON_A_CARD);
  assert.deepEqual([real.verdict, real.reason], ["reproduced", ""]);
  const ours = verdictOf(claim, growingGains([POLICY]), ON_A_CARD);
  assert.equal(ours.verdict, "analogue-supports");
  assert.match(ours.reason, /a policy of ours stands for the named system/);
});

Deno.test("ranks beside a GPU are CPU threads: what they decide is no GPU's", () => {
  const verdictBy = (columns: Partial<Row>) => {
    const suite = REAL_RANKS, workload = "reddit:epoch:machine";
    const epoch = ({ id }: RankContender, value: number) => (
      { suite, workload, contender: id, metric: "epoch_time", unit: "ms", value, columns }
    );
    const modelled = { suite: "hetu-gnn/figure-7-devices", workload: "reddit", contender: "single" };
    return verdictOf("hetu-gnn.q.multi-faster-than-single", [
      epoch(ONE_RANK, 2000),
      epoch(BROADCAST, 1100),
      { ...modelled, metric: "speedup_single", unit: "x", value: 2, columns: { source: "modelled" } },
    ], ON_A_CARD);
  };
  // MPI ranks share the card.
  assert.deepEqual(verdictBy({ dataset: "reddit" }).verdict, "reproduced");
  const beside = verdictBy({ dataset: "reddit", backend: "x86", adapter_kind: "none", threads: 1 });
  assert.equal(beside.verdict, "analogue-supports");
  assert.match(beside.reason, /a GPU claim measured on CPU threads/);
});

Deno.test("neighbour groups of ours are not GNNAdvisor beside the real DGL", () => {
  const numbers = growingGains([PEER, ["gnnadvisor", "eppgcn"]]).map((each) =>
    each.metric === "speedup" && each.contender === "eppgcn" ? { ...each, value: 2 * each.value } : each
  );
  const { verdict, reason } = verdictOf("eppgcn.q.dgl-less", numbers, ON_A_CARD);
  assert.equal(verdict, "analogue-supports");
  assert.match(reason, /neighbour groups of ours stand for GNNAdvisor/);
});
