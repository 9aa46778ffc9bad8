/**
 * Finding on baselines: how many techniques win against them as printed, and as tuned as the technique.
 *
 * @module
 */
import { type CitedRow, defineFinding, type FindingReading } from "../../findings/finding.ts";

const remaining = (paper: string, contender: "printed" | "tuned"): CitedRow => ({
  suite: "own/baselines",
  workload: paper,
  contender,
  metric: "remaining",
});

const PAPERS = ["hetu-gnn", "fastgl", "roc", "eppgcn", "distgnn-mb"] as const;

const wins = (found: Readonly<Record<string, FindingReading>>, setup: "printed" | "tuned") =>
  PAPERS.filter((paper) => found[`${paper}, ${setup}`].least > 1).length;

/** Fewer techniques win against a baseline that had as many tries. */
export const fairBaselines = defineFinding({
  id: "fair-baselines",
  question: "How many of the five speed-ups remain over a baseline that is as tuned as the technique?",
  reads: {
    "hetu-gnn, printed": remaining("hetu-gnn", "printed"),
    "hetu-gnn, tuned": remaining("hetu-gnn", "tuned"),
    "fastgl, printed": remaining("fastgl", "printed"),
    "fastgl, tuned": remaining("fastgl", "tuned"),
    "roc, printed": remaining("roc", "printed"),
    "roc, tuned": remaining("roc", "tuned"),
    "eppgcn, printed": remaining("eppgcn", "printed"),
    "eppgcn, tuned": remaining("eppgcn", "tuned"),
    "distgnn-mb, printed": remaining("distgnn-mb", "printed"),
    "distgnn-mb, tuned": remaining("distgnn-mb", "tuned"),
  },
  shows: (found) => wins(found, "tuned") < wins(found, "printed"),
  sentence: (found) =>
    `Of five techniques ${
      wins(found, "printed")
    } are faster on the session's device than their papers' baselines as printed, and ` +
    `${
      wins(found, "tuned")
    } than the same baselines with as many settings tried and as many bytes: dense tiles ` +
    `${found["hetu-gnn, printed"].text} and ${found["hetu-gnn, tuned"].text}, mini-batches by Match ` +
    `${found["fastgl, printed"].text} and ${found["fastgl, tuned"].text}, planned transfers ` +
    `${found["roc, printed"].text} and ${found["roc, tuned"].text}, execution paths ` +
    `${found["eppgcn, printed"].text} and ${found["eppgcn, tuned"].text}, pushed embeddings ` +
    `${found["distgnn-mb, printed"].text} and ${found["distgnn-mb, tuned"].text}.`,
  command: "deno task repro own/baselines --device x86",
  doubt:
    "the techniques are made for GPUs and clusters, the baselines are set up by what the papers' texts say of them, each on one graph, " +
    "and the tuned one of pushed embeddings is modelled at its best",
});
