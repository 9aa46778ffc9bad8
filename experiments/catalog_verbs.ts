/**
 * The verbs `list` and `describe`.
 *
 * @module
 */
import type { InstructionSet } from "../hardware/cpu/x86/instruction_set.ts";
import { CARD_IDS } from "../hardware/models/cards.ts";
import { UsageError } from "../platform/errors.ts";
import { choice, text, wholeNumber } from "../platform/command_line/value_kind.ts";
import { defineVerb, optional, required, toggle } from "../platform/command_line/verb.ts";

/** Prints all that can be run. */
export const listVerb = defineVerb({
  name: "list",
  description: "papers, what they print and which suites produce it, kernels",
  needs: [],
  arguments: {},
  flags: { json: toggle("print the papers' artifacts as one JSON array") },
  async run({ json }) {
    if (json) {
      const { artifacts } = await import("./artifacts.ts");
      console.log(JSON.stringify(artifacts()));
    } else {
      const { catalog, renderCatalog } = await import("./catalog.ts");
      console.log(renderCatalog(catalog()));
    }
  },
});

const SETS: readonly InstructionSet[] = ["avx2", "avx512"];

/** Most columns of a listing: passes over panels of a row are unrolled. */
const MOST_COLUMNS = 4096;

/** Prints one thing that can be run or that is claimed. */
export const describeVerb = defineVerb({
  name: "describe",
  description: "a paper, a suite, a kernel, a dataset or a claim",
  needs: [],
  arguments: {
    name: required(
      text("name", { ask: "name", values: async () => (await import("./catalog.ts")).describedNames() }),
      "its id, as list prints it, datasets list that of a dataset, or a report that of a claim",
    ),
  },
  flags: {
    asm: toggle("print the machine code that a kernel emits, also that which tune chose on this machine", {
      needs: (wanted) => wanted ? ["device", "cache"] : [],
    }),
    isa: optional(choice("set", SETS), "with --asm, the instruction set, avx2 or avx512; avx2 unless told"),
    card: optional(
      choice("card", CARD_IDS),
      `of a sparse product, the times that a card's limits predict: ${CARD_IDS.join(", ")}`,
    ),
    tuned: toggle("print the parameters of a WebGPU kernel that tune chose, with their evidence", {
      needs: (wanted) => wanted ? ["cache", "tuned numbers"] : [],
    }),
    width: optional(wholeNumber(1, MOST_COLUMNS), "with --asm, the columns of the features; 64 unless told"),
  },
  async run({ name, asm, card, tuned: wantsTuned, ...ofCode }) {
    const refusal = (current: string, next: string) =>
      new UsageError({ action: `describe "${name}"`, current, wanted: "flags that go together", next });
    const texts = [asm && "--asm", card && "--card", wantsTuned && "--tuned"].filter(Boolean);
    if (texts.length > 1) throw refusal(texts.join(" and "), "leave one of them out");
    const [flag] = Object.keys(ofCode), { isa = "avx2", width = 64 } = ofCode;
    if (flag !== undefined && !asm) {
      throw refusal(`--${flag} without --asm`, `add --asm, or leave --${flag} out`);
    }
    if (wantsTuned) {
      const { tunedLaunchesText } = await import("./tuned_launches_text.ts");
      const { adapterTunings, tuningIsOn } = await import("../kernels/tuning/tuning_file.ts");
      console.log(tunedLaunchesText(name, { documents: await adapterTunings(), on: tuningIsOn() }));
      return;
    }
    if (card !== undefined) {
      const { cardPrediction } = await import("./card_prediction.ts");
      console.log(cardPrediction(name, card));
      return;
    }
    if (asm) {
      const { kernelListing } = await import("./kernel_listing.ts");
      const { conditionsOf } = await import("../kernels/tuning/tuning_conditions.ts");
      const { tuningIsOn, tuningOf } = await import("../kernels/tuning/tuning_file.ts");
      const { paddedColumns } = await import("../kernels/machine_code/code_phases.ts");
      const here = conditionsOf(isa, navigator.hardwareConcurrency);
      const tuning = tuningIsOn() ? await tuningOf(here) : undefined;
      const tuned = tuning?.choices.filter(({ columns }) => columns === paddedColumns(width)) ?? [];
      console.log(kernelListing(name, { isa, width, tuned }));
    } else {
      const { describe } = await import("./catalog.ts");
      console.log(describe(name));
    }
  },
});
