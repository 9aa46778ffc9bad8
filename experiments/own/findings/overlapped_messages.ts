/**
 * Finding on messages sent ahead: the link from which overlapping them gains nothing that can be told.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const overlapped = (link: string): CitedRow => ({
  suite: "distgnn-mb/overlap",
  workload: `${link}:d1`,
  contender: "graphsage",
  metric: "overlap_speedup",
});

/** Overlapped messages gain on slow links alone. */
export const overlappedMessages = defineFinding({
  id: "overlapped-messages",
  question: "Over which links does it pay to use embeddings that are one iteration old?",
  reads: { "1 Gbit/s": overlapped("1g"), "10 Gbit/s": overlapped("10g"), "100 Gbit/s": overlapped("100g") },
  shows: (found) => found["1 Gbit/s"].least > 1 && found["100 Gbit/s"].least <= 1,
  sentence: (found) => {
    const [slow, middle, fast] = [found["1 Gbit/s"], found["10 Gbit/s"], found["100 Gbit/s"]];
    return "Embeddings that are one iteration old, sent while ranks compute, make training of GraphSAGE on real ranks " +
      `${slow.text} as fast over a link of 1 Gbit/s, ` +
      (middle.least > 1
        ? `${middle.text} over 10 Gbit/s, and by nothing that can be told over 100 Gbit/s (${fast.text}).`
        : `and by nothing that can be told over 10 Gbit/s (${middle.text}) and 100 Gbit/s (${fast.text}).`);
  },
  command: "deno task repro distgnn-mb/overlap --device x86",
  doubt:
    "the ranks share a machine, the links are delays of their messages, and more ranks send more bytes in less " +
    "time of computing; ranks in sessions recorded before 2026-11-24 ran WebAssembly, whatever the device",
});
