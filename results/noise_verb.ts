/**
 * The verb `noise`.
 *
 * @module
 */
import { unlessInterrupted } from "../platform/command_line/interruptible.ts";
import { defaulting, defineVerb, optional, toggle } from "../platform/command_line/verb.ts";
import { session, SESSIONS, sessionsFolder } from "./store/session_values.ts";

/** Says how small a difference a session can see. */
export const noiseVerb = defineVerb({
  name: "noise",
  description: "the smallest difference that this machine can see: A/A run, drift, noisiest cells",
  needs: [],
  arguments: { session: optional(session, "a session's name, folder or archive; the latest unless told") },
  flags: {
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
    json: toggle("print one JSON object"),
  },
  async run({ out, json, ...wanted }) {
    const { measureNoise, renderNoise } = await import("./noise.ts");
    const noise = await unlessInterrupted(() => measureNoise({ root: out, ...wanted }));
    console.log(json ? JSON.stringify(noise) : renderNoise(noise));
  },
});
