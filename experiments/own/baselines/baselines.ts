/**
 * A fair baseline audit, a suite of our own: each paper's technique against its baseline as the paper used
 * it, as the paper's text recommends it, and as tuned as the technique was.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { type Audit, type SetupId, TECHNIQUE } from "./audit.ts";
import { auditAnswers } from "./audit_answers.ts";
import { haloAudit } from "./halo.ts";
import { managedMemoryAudit } from "./managed_memory.ts";
import { miniBatchAudit } from "./mini_batches.ts";
import { pathsAudit } from "./paths.ts";
import { SETUP_METRICS, setupOutcome } from "./setup_outcome.ts";
import { tilesAudit } from "./tiles.ts";

/** Audits, one a paper. */
export const AUDITS: readonly Audit[] = [
  tilesAudit,
  miniBatchAudit,
  managedMemoryAudit,
  pathsAudit,
  haloAudit,
];

/** A set-up as a contender. */
interface SetupContender extends Contender {
  readonly id: SetupId;
}

/** A paper's audit. */
interface AuditWorkload extends Workload {
  readonly audit: Audit;
}

const CONTENDERS: readonly SetupContender[] = [
  { id: "printed", label: "baseline as printed" },
  { id: "recommended", label: "baseline as recommended" },
  { id: "tuned", label: "baseline as tuned" },
  { id: TECHNIQUE, label: "technique" },
];

/** The set-ups of all audits with their sources, as notes. */
const SOURCES = AUDITS.map(({ id, setups }) =>
  `${id}. ${
    CONTENDERS.map(({ id: setup, label }) => `${label}: ${setups[setup].is} (${setups[setup].source})`)
      .join("; ")
  }.`
);

/** Compares techniques with their baselines in three set-ups. */
export const baselines: Suite<AuditWorkload, SetupContender, typeof SETUP_METRICS> = {
  id: "own/baselines",
  artifact: "Baselines",
  title: "A fair baseline audit",
  onlyWhenNamed: true,
  question:
    "How much of each paper's speed-up remains over its baseline as recommended, and as tuned as the technique?",
  contenders: CONTENDERS,
  baseline: "printed",
  workloads: ({ id: profile }) =>
    AUDITS.map((audit) => ({
      id: audit.id,
      audit,
      dataset: audit.datasets[profile],
      ...(audit.model !== undefined && { model: audit.model }),
      factors: { technique: audit.technique, timed: audit.timed },
    })),
  settings: {
    "printed": "the baseline as the paper used it",
    "recommended": "the baseline with what the paper's own text says is good practice for it",
    "tuned": "the baseline with as many settings tried, and as much memory, as the technique has",
    "tuning": "by times of this device in few rounds, before those that are compared",
  },
  measurement: {
    kind: "joint",
    // The technique, which every ratio needs, and what a filter left out run as well.
    measure: async (lab, dataset, { audit }, contenders) => {
      const timesOf = await audit.measure(lab, dataset);
      return byContender(
        contenders,
        ({ id }) => setupOutcome(timesOf(id), id === TECHNIQUE ? undefined : timesOf(TECHNIQUE)),
      );
    },
  },
  answers: (rows) => auditAnswers(rows, AUDITS),
  metrics: SETUP_METRICS,
  plots: [
    { metric: "remaining", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", logarithmic: true },
    { metric: "moved", x: "workload", logarithmic: true },
  ],
  notes: [
    ...SOURCES,
    "Baselines are set up by what the papers' texts say of them, and run by parts of this harness: no system's own code is in these " +
    "numbers, and settings that a text leaves out are this harness's.",
    "A ratio is one of rounds; it leaves preparation out, which stands beside. A time that follows from a measured one by a model says so.",
    "Tuning looks at the same operands that are compared afterwards, of the technique as of its baseline.",
  ],
  claims: [],
};
