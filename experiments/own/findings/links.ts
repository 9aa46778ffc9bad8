/**
 * Finding on loading features: the link below which it is the longest phase.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const turn = (contender: string): CitedRow => ({
  suite: "fastgl/section-7",
  workload: "naive-io:GCN:turn",
  contender,
  metric: "link_speed",
});

/** The link at which loading stops being the longest phase is a property of the processor that computes. */
export const turningLink = defineFinding({
  id: "turning-link",
  question: "Up to which link is loading features the longest phase of training by sampled batches?",
  reads: { "this device": turn("device"), "RTX 3090": turn("rtx-3090"), "H100": turn("h100") },
  shows: (found) => found["this device"].high < 12 && found["RTX 3090"].low > 64,
  sentence: (found) =>
    "Loading every feature anew is the longest phase of a GCN's epoch only over links slower than " +
    `${
      found["this device"].text
    } on the session's device, less than the 16 GB/s of 16 lanes of PCIe 3; for an RTX 3090 ` +
    `the model says ${
      found["RTX 3090"].text
    }, for an H100 ${found.H100.text}, more than the 64 GB/s of PCIe 5.`,
  command: "deno task repro fastgl/section-7 --device x86",
  doubt:
    "the speeds are modelled: counted bytes over a link without latency, beside measured phases of this " +
    "device and phases of cards by their printed peaks",
});
