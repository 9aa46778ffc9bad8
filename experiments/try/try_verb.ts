/**
 * The verb `try`.
 *
 * @module
 */
import { basename, dirname, resolve } from "node:path";
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { assertServed, servedPort } from "../../platform/command_line/served_port.ts";
import { fileToWrite } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, toggle } from "../../platform/command_line/verb.ts";
import { listenForInterrupt } from "../../platform/interrupt.ts";

/** Port of the page where none is named. */
const PORT = 8174;

/** Writes the page that runs itself, and shows it. */
export const tryVerb = defineVerb({
  name: "try",
  description: "one page that checks and times the kernels on the card of whoever opens it",
  needs: ["commit"],
  arguments: {},
  flags: {
    to: defaulting(fileToWrite, "results/sessions/try.html", "where the page goes"),
    serve: toggle("serve it on this machine's loopback until Ctrl-C", { needs: () => ["loopback"] }),
    port: servedPort(PORT),
  },
  async run({ to, serve, port }) {
    assertServed("write the page", { serve, port });
    const { tryPage, TRY_POLICY } = await import("./try_page.ts");
    await unlessInterrupted(async () => {
      const { writeFileDurably } = await import("../../platform/files/durable_files.ts");
      const { recordedTimes } = await import("./recorded_times.ts");
      await Deno.mkdir(dirname(resolve(to)), { recursive: true });
      await writeFileDurably(to, tryPage(await recordedTimes()));
    });
    console.log(to);
    if (!serve) return;
    using interrupt = listenForInterrupt();
    const { serveDashboard } = await import("../../results/dashboard/serve.ts");
    await serveDashboard(dirname(resolve(to)), {
      port: port ?? PORT,
      signal: interrupt.signal,
      listening: (address) => console.log(`${address} (Ctrl-C ends it)`),
      only: basename(resolve(to)),
      policy: TRY_POLICY,
    });
  },
});
