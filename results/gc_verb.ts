/**
 * The verb `gc`.
 *
 * @module
 */
import { join } from "node:path";
import { unlessInterrupted } from "../platform/command_line/interruptible.ts";
import { folderToWrite, wholeNumber } from "../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../platform/command_line/verb.ts";
import { listenForInterrupt } from "../platform/interrupt.ts";
import { cacheFolder } from "../platform/files/user_folders.ts";
import { SESSIONS, sessionsFolder } from "./store/session_values.ts";

/** Finds sessions, trainings and caches that can go, and removes them where that is asked for. */
export const gcVerb = defineVerb({
  name: "gc",
  description: "which sessions, trainings and caches can go; removes nothing without --yes",
  needs: ["lock"],
  arguments: {},
  flags: {
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
    keep: defaulting(wholeNumber(0), 60, "sessions of each device and profile that stay, and trainings"),
    trainings: optional(folderToWrite, "also the trainings in a folder, such as results/trainings"),
    caches: toggle("also orderings, partitions and tuned numbers, which can be made again", {
      needs: () => ["cache"],
    }),
    yes: toggle("remove what can go"),
  },
  async run({ out, trainings, keep, caches, yes }) {
    const { collectGarbage, findGarbage, renderGarbage } = await import("./gc.ts");
    const cache = caches ? cacheFolder() : undefined;
    const places = [out, trainings, cache].filter((place) => place !== undefined);
    const found = await unlessInterrupted(() =>
      findGarbage({
        root: out,
        keep,
        ...(trainings !== undefined && { trainings }),
        ...(cache && {
          caches: ["computed", "tuning"].map((name) => join(cache, name)),
          partitions: join(cache, "partitions"),
        }),
      })
    );
    if (!yes) {
      console.log(renderGarbage(found, { places }));
      return;
    }
    using interrupt = listenForInterrupt("run gc again: what is gone is gone, the rest is whole");
    const removed = await collectGarbage(found, { signal: interrupt.signal });
    console.log(renderGarbage(found, { places, removed }));
  },
});
