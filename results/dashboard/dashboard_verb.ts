/**
 * The verb `dashboard`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { folderToWrite, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";
import { UsageError } from "../../platform/errors.ts";
import { listenForInterrupt } from "../../platform/interrupt.ts";
import { SESSIONS, sessionsFolder } from "../store/session_values.ts";

/** Builds the site over all sessions, and shows it. */
export const dashboardVerb = defineVerb({
  name: "dashboard",
  description: "a static site over all sessions: histories, steps, verdicts, what runs where",
  needs: [],
  arguments: {},
  flags: {
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
    site: optional(folderToWrite, "where the site goes; site within --out unless told"),
    serve: toggle("serve it on this machine's loopback until Ctrl-C", { needs: () => ["loopback"] }),
    port: optional(wholeNumber(0, 65_535), "port of --serve; 8173 unless told"),
  },
  async run({ out, site, serve, port }) {
    if (port !== undefined && !serve) {
      throw new UsageError({
        action: "build the dashboard",
        current: "--port without --serve",
        wanted: "flags that go together",
        next: "add --serve, or leave --port out",
      });
    }
    const { index, folder } = await unlessInterrupted(async () => {
      const { buildDashboard } = await import("./site.ts");
      return await buildDashboard({ root: out, ...(site !== undefined && { out: site }) });
    });
    console.log(index);
    if (!serve) return;
    using interrupt = listenForInterrupt();
    const { serveDashboard } = await import("./serve.ts");
    const listening = (address: string) => console.log(`${address} (Ctrl-C ends it)`);
    await serveDashboard(folder, {
      ...(port !== undefined && { port }),
      signal: interrupt.signal,
      listening,
    });
  },
});
