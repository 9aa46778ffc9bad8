/**
 * The verbs `datasets list`, `fetch`, `verify`, `path` and `fidelity`.
 *
 * @module
 */
import { unlessInterrupted } from "../platform/command_line/interruptible.ts";
import { folderToRead, text, type ValueKind, wholeNumber } from "../platform/command_line/value_kind.ts";
import {
  defaulting,
  defineVerb,
  oneOrMore,
  optional,
  required,
  several,
  toggle,
  type VerbGroup,
} from "../platform/command_line/verb.ts";
import { EXIT } from "../platform/errors.ts";
import { listenForInterrupt } from "../platform/interrupt.ts";

/** Id of a dataset. */
export const datasetName: ValueKind<string> = text("dataset", {
  ask: "dataset",
  values: async () => (await import("./registry.ts")).allDatasets().map(({ id }) => id),
});
/** A file with a graph, or the name of a dataset. */
export const graphOrDataset: ValueKind<string> = { ...text("graph", "file"), opens: folderToRead.opens! };
const standIn = text("stand-in");
const ids = "ids, as datasets list prints them";
const dataDir = optional(folderToRead, "where real datasets lie");

const list = defineVerb({
  name: "list",
  description: "every dataset with its counts and whether it is here",
  needs: ["cache", "data"],
  arguments: { names: several(datasetName, `${ids}; all unless told`) },
  flags: { dataDir, json: toggle("print one JSON array") },
  async run({ names, json, ...lookup }) {
    const { listDatasets } = await import("./dataset_listing.ts");
    const { renderListings } = await import("./listing_text.ts");
    const listings = await unlessInterrupted(() => listDatasets(names, lookup));
    console.log(json ? JSON.stringify(listings) : renderListings(listings));
  },
});

const fetch = defineVerb({
  name: "fetch",
  description: "download into the user's cache folder, with size and checksum verified",
  needs: ["cache", "data", "dataset hosts"],
  arguments: { names: oneOrMore(datasetName, ids) },
  flags: {},
  async run({ names }) {
    using interrupt = listenForInterrupt(
      "run the same command again: files that came whole are not fetched again",
    );
    const { fetchDatasets } = await import("./dataset_files.ts");
    const { renderFileStatuses } = await import("./listing_text.ts");
    console.log(renderFileStatuses(await fetchDatasets(names, { signal: interrupt.signal })));
  },
});

const verify = defineVerb({
  name: "verify",
  description: "hash the files again",
  needs: ["cache", "data"],
  arguments: { names: several(datasetName, `${ids}; all unless told`) },
  flags: { dataDir },
  async run({ names, ...lookup }) {
    const { verifyDatasets } = await import("./dataset_files.ts");
    const { renderFileStatuses } = await import("./listing_text.ts");
    const statuses = await unlessInterrupted(() => verifyDatasets(names, lookup));
    console.log(renderFileStatuses(statuses));
    const bad = statuses.some(({ status }) => !["ok", "unchecked", "absent"].includes(status));
    return bad ? EXIT.missing : EXIT.ok;
  },
});

const path = defineVerb({
  name: "path",
  description: "where a dataset's files lie",
  needs: ["cache", "data"],
  arguments: { name: required(datasetName, "an id, as datasets list prints it") },
  flags: { dataDir },
  async run({ name, ...lookup }) {
    const { datasetPaths } = await import("./dataset_files.ts");
    const { renderFileStatuses } = await import("./listing_text.ts");
    const { folder, files } = await unlessInterrupted(() => datasetPaths(name, lookup));
    console.log(`${renderFileStatuses(files)}\nfetch writes to ${folder}`);
  },
});

const fidelity = defineVerb({
  name: "fidelity",
  description: "draw stand-ins and compare them with what is known of the real graphs",
  needs: ["cache", "data", "free memory"],
  arguments: { names: oneOrMore(standIn, "names such as twitter@1/1 or reddit@1/16:community") },
  flags: {
    seed: defaulting(wholeNumber(0), 1, "seed of the drawing"),
    json: toggle("print one JSON array"),
  },
  async run({ names, json, ...options }) {
    const { standInFidelity } = await import("./fidelity_listing.ts");
    const { renderFidelity } = await import("./listing_text.ts");
    const listings = await unlessInterrupted(() => standInFidelity(names, options));
    console.log(json ? JSON.stringify(listings) : renderFidelity(listings));
  },
});

/** The verbs on datasets. */
export const datasetsVerb: VerbGroup = {
  name: "datasets",
  description: "the datasets of the papers: what they are and where they lie",
  verbs: [list, fetch, verify, path, fidelity],
};
