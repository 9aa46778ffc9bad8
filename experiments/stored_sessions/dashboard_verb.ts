/**
 * The verb `dashboard`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { assertServed, servedPort } from "../../platform/command_line/served_port.ts";
import { folderToWrite } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";
import { listenForInterrupt } from "../../platform/interrupt.ts";
import { SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";

/** Port where none is named. */
const PORT = 8173;

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
    port: servedPort(PORT),
  },
  async run({ out, site, serve, port }) {
    assertServed("build the dashboard", { serve, port });
    const { index, folder } = await unlessInterrupted(async () => {
      const { buildDashboard } = await import("../../results/dashboard/site.ts");
      const { todaysClaims } = await import("./todays_claims.ts");
      return await buildDashboard({
        root: out,
        judge: todaysClaims,
        ...(site !== undefined && { out: site }),
      });
    });
    console.log(index);
    if (!serve) return;
    using interrupt = listenForInterrupt();
    const { serveDashboard } = await import("../../results/dashboard/serve.ts");
    const listening = (address: string) => console.log(`${address} (Ctrl-C ends it)`);
    await serveDashboard(folder, {
      port: port ?? PORT,
      signal: interrupt.signal,
      listening,
    });
  },
});
