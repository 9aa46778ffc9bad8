/**
 * The command line: one thin file. Each verb lives with its subject; this one parses, prints and sets the
 * exit code.
 *
 * @module
 */
import { Argument, Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { CommanderError } from "commander";
import { fileURLToPath } from "node:url";
import { datasetPaths, fetchDatasets, listDatasets, verifyDatasets } from "./datasets/commands.ts";
import { renderFileStatuses, renderListings } from "./datasets/listing_text.ts";
import { artifacts } from "./experiments/artifacts.ts";
import { catalog, describe, renderCatalog } from "./experiments/catalog.ts";
import { estimate } from "./experiments/session/estimate.ts";
import { peerCapabilities } from "./experiments/peers/capability.ts";
import { repro } from "./experiments/session/repro.ts";
import type { ReproOptions } from "./experiments/session/repro_options.ts";
import { renderSummary } from "./experiments/session/summary.ts";
import { capability as mpiCapability } from "./distributed/communicator/capability.ts";
import { joinedWorld, type RankEngine } from "./distributed/communicator/mod.ts";
import { capability as metisCapability } from "./graph/partitions/capability.ts";
import { capability as wasmCapability } from "./hardware/wasm/capability.ts";
import { capability as webGpuCapability } from "./hardware/webgpu/capability.ts";
import { capability as datasetCapability } from "./datasets/capability.ts";
import type { Capability } from "./platform/capability.ts";
import { EXIT, formatBytes, ReproError } from "./platform/errors.ts";
import { checkFlagValues } from "./platform/flag_values.ts";
import { type InterruptSource, listenForInterrupt } from "./platform/interrupt.ts";
import { withholdLoaderVariables } from "./platform/loader_variables.ts";
import { systemError } from "./platform/system_error.ts";
import { type CompletionCommand, completionScript, SHELLS } from "./platform/completion.ts";
import { cacheFolder } from "./platform/user_folders.ts";
import { bundleSession } from "./results/bundle.ts";
import { compareCommand } from "./results/compare/compare_command.ts";
import { renderComparisonText } from "./results/compare/comparison_text.ts";
import { serveDashboard } from "./results/dashboard/serve.ts";
import { buildDashboard } from "./results/dashboard/site.ts";
import { collectGarbage, findGarbage, renderGarbage } from "./results/gc.ts";
import { nightly } from "./results/nightly.ts";
import { measureNoise, renderNoise } from "./results/noise.ts";
import { explainRow } from "./results/explain.ts";
import { findSession, rebuildReport } from "./results/report_command.ts";

const SESSIONS = fileURLToPath(new URL("results/sessions", import.meta.url));

/** `64MiB`, `2GiB` or plain bytes. */
function parseBytes(text: string): number {
  const match = text.match(/^(\d+(?:\.\d+)?)\s*(B|KiB|MiB|GiB)?$/i);
  if (!match) throw new InvalidArgumentError("Write a size such as 64MiB or 2GiB.");
  const power = ["b", "kib", "mib", "gib"].indexOf((match[2] ?? "B").toLowerCase());
  return Math.round(Number(match[1]) * 1024 ** power);
}

/** A whole number that is at least `least`, and at most `most` where there is one. */
function atLeast(least: number, most = Infinity): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(value) || value < least || value > most) {
      const range = most === Infinity ? `${least} or more` : `${least} to ${most}`;
      throw new InvalidArgumentError(`Write a whole number, ${range}.`);
    }
    return value;
  };
}

const MOST_THREADS = 1024;

function engineName(text: string): RankEngine {
  if (text === "local" || text === "mpi") return text;
  throw new InvalidArgumentError("Write local or mpi.");
}

function renderCapabilities(parts: readonly Capability[]): string {
  return parts.map(({ part, present, detail, adds, install, fallback }) =>
    [
      `${present ? "present" : "absent "}  ${part}: ${detail}`,
      ...(present
        ? []
        : [`         adds      ${adds}`, `         install   ${install}`, `         meanwhile ${fallback}`]),
    ].join("\n")
  ).join("\n");
}

/** Names without `undefined`: an absent flag is an absent property. */
function given<T extends Record<string, unknown>>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

/** Advice after a Ctrl-C in verbs that change nothing, or that write documents which are replaced whole. */
const AGAIN = "run the same command again: every file is as it was, or whole";

/** Says at once that Ctrl-C was heard: a run ends with the round in progress, which can take a while. */
function listenAndTell(next?: string): InterruptSource {
  const interrupt = listenForInterrupt(next);
  interrupt.signal.addEventListener("abort", () => {
    console.error("\nending after what is in progress; Ctrl-C again ends at once");
  }, { once: true });
  return interrupt;
}

/** Work that Ctrl-C ends wherever it is: what it writes, if anything, is replaced whole. */
async function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  using interrupt = listenForInterrupt(AGAIN);
  const { promise, reject } = Promise.withResolvers<never>();
  interrupt.signal.addEventListener("abort", () => reject(interrupt.signal.reason), { once: true });
  return await Promise.race([work, promise]);
}

const program = new Command("gnn-repro")
  .description("Reproduces the experiments of five GNN-systems papers on the machine at hand.")
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) });

program.command("repro")
  .description("run suites: check, time, compare with the published numbers, and write a report")
  .argument("[papers...]", "paper ids or suite ids; none for all five papers")
  .option("--artifact <name>", 'one table or figure, such as "table 3"')
  .option("--profile <name>", "smoke (seconds), standard (minutes) or paper (published sizes)", "standard")
  .option("--device <name>", "auto, webgpu or wasm", "auto")
  .option("--threads <n>", "CPU threads of the wasm device, and of peers", atLeast(1, MOST_THREADS))
  .option("--device-memory <size>", "cap on device memory, such as 64MiB", parseBytes)
  .option("--ranks <n>", "ranks of the distributed suites", atLeast(1))
  .option("--engine <name>", "what carries ranks' messages: local (workers) or mpi", engineName)
  .option("--adapter <n>", "which of several GPU adapters", atLeast(0))
  .option(
    "--allow-software",
    "also time kernels on an adapter that emulates a GPU; never compared with published numbers",
  )
  .option("--data-dir <folder>", "where real datasets lie; searched before GNN_REPRO_DATA and the cache")
  .option("--out <folder>", "where session folders go", SESSIONS)
  .option("--filter <terms>", "only what passes, such as 'dataset~reddit && width<=64'")
  .option("--seed <n>", "seed of every random choice", atLeast(0), 1)
  .option("--session <name>", "created if absent, else resumed")
  .option("--stale", "also rerun what a change of code, data or device has invalidated")
  .option("--failed", "also rerun comparisons with a cell that did not end well")
  .option("--dry-run", "say what would run, and about how long it takes")
  .option("--strict-data", "a missing dataset is an error, not a stand-in")
  .option("--json", "print one JSON object on standard output")
  .action(async (papers, flags) => {
    const { json, dryRun, ...options } = flags;
    if (dryRun) {
      const plan = estimate(papers, given(options));
      console.log(json ? JSON.stringify(plan) : plan.text);
      return;
    }
    using interrupt = listenAndTell();
    const wanted: ReproOptions = {
      ...given(options),
      out: options.out,
      papers,
      quiet: json ?? false,
      command: ["repro", ...Deno.args.slice(1)],
      signal: interrupt.signal,
    };
    const summary = await repro(wanted);
    console.log(json ? JSON.stringify(summary) : await renderSummary(summary));
    Deno.exitCode = summary.failed ? EXIT.failed : EXIT.ok;
  });

program.command("list")
  .description("papers, what they print and which suites produce it, kernels")
  .option("--json", "print the papers' artifacts as one JSON array")
  .action(({ json }) => console.log(json ? JSON.stringify(artifacts()) : renderCatalog(catalog())));

program.command("describe")
  .description("a suite, a kernel or a claim")
  .argument("<name>")
  .action((name) => console.log(describe(name)));

program.command("doctor")
  .description("what this machine can run, what it lacks and how to get it")
  .option("--json", "print one JSON object")
  .action(async ({ json }) => {
    const [gpu, data, peers] = await unlessInterrupted(
      Promise.all([webGpuCapability(), datasetCapability(), peerCapabilities()]),
    );
    const parts = [
      wasmCapability(),
      gpu,
      metisCapability(),
      mpiCapability(),
      data,
      ...peers,
    ];
    console.log(json ? JSON.stringify({ parts }) : renderCapabilities(parts));
  });

const datasets = program.command("datasets").description(
  "the datasets of the papers: what they are and where they lie",
);
datasets.command("list")
  .description("every dataset with its counts and whether it is here")
  .argument("[names...]")
  .option("--data-dir <folder>", "where real datasets lie")
  .option("--json", "print one JSON array")
  .action(async (names, { json, dataDir }) => {
    const listings = await unlessInterrupted(listDatasets(names, given({ dataDir })));
    console.log(json ? JSON.stringify(listings) : renderListings(listings));
  });
datasets.command("fetch")
  .description("download into the user's cache folder, with size and checksum verified")
  .argument("<names...>")
  .action(async (names) => {
    using interrupt = listenForInterrupt(
      "run the same command again: files that came whole are not fetched again",
    );
    console.log(renderFileStatuses(await fetchDatasets(names, { signal: interrupt.signal })));
  });
datasets.command("verify")
  .description("hash the files again")
  .argument("[names...]")
  .option("--data-dir <folder>", "where real datasets lie")
  .action(async (names, { dataDir }) => {
    const statuses = await unlessInterrupted(verifyDatasets(names, given({ dataDir })));
    console.log(renderFileStatuses(statuses));
    const bad = statuses.some(({ status }) => !["ok", "unchecked", "absent"].includes(status));
    Deno.exitCode = bad ? EXIT.missing : EXIT.ok;
  });
datasets.command("path")
  .description("where a dataset's files lie")
  .argument("<name>")
  .option("--data-dir <folder>", "where real datasets lie")
  .action(async (name, { dataDir }) => {
    const { folder, files } = await unlessInterrupted(datasetPaths(name, given({ dataDir })));
    console.log(`${renderFileStatuses(files)}\nfetch writes to ${folder}`);
  });

program.command("report")
  .description("write a session's report, notebook and pictures anew from its rows")
  .argument("[session]", "a session's name, folder or archive; the latest unless told")
  .option("--out <folder>", "where sessions lie", SESSIONS)
  .option(
    "--to <folder>",
    "where the files go: the session's folder, or NAME-report beside an archive NAME.zip",
  )
  .option("--pictures", "also draw every plot as PNG, by a headless Chromium if there is one")
  .action(async (session, { out, to, pictures }) => {
    using interrupt = listenForInterrupt(AGAIN);
    const { report, notebook, pngs } = await rebuildReport({
      root: out,
      ...given({ session, to }),
      pngs: pictures ?? false,
      signal: interrupt.signal,
    });
    console.log([report, notebook].join("\n"));
    if (pngs) console.log(pngs.reason || `${pngs.files.length} PNG pictures`);
  });

program.command("bundle")
  .description(
    "a session as one archive with everything in it, which every verb reads as it reads the folder",
  )
  .argument("<session>", "a session's name or folder")
  .option("--out <file>", "path of the archive, NAME.zip; beside the session's folder unless told")
  .option("--json", "print one JSON object")
  .action(async (session, { out, json }) => {
    const written = bundleSession({ root: SESSIONS, session, ...given({ file: out }) });
    const { files, ...bundle } = await unlessInterrupted(written);
    const size = formatBytes(bundle.bytes);
    console.log(
      json ? JSON.stringify({ ...bundle, files }) : `${bundle.archive}\n${files.length} files, ${size}`,
    );
  });

program.command("explain")
  .description("from one number back to samples, check, data, environment and the command that repeats it")
  .argument("<session>", "a session's name, folder or archive")
  .argument("<cell>", "a cell, as in rows.csv")
  .argument("[metric]", "one metric of it; all unless told")
  .option("--out <folder>", "where sessions lie", SESSIONS)
  .action(async (session, cell, metric, { out }) => {
    const explained = findSession({ root: out, session }).then((folder) => explainRow(folder, cell, metric));
    console.log(await unlessInterrupted(explained));
  });

program.command("compare")
  .description(
    "two sessions, of one device or two: what differs, times and speed-ups with intervals and tests",
  )
  .argument("<a>", "a session's name, folder or archive")
  .argument("<b>", "the one to hold against it")
  .option("--out <folder>", "where sessions lie", SESSIONS)
  .option("--page <file>", "where the page goes; beside B's report unless told")
  .option("--all", "also cells that show no difference")
  .option("--json", "print one JSON object")
  .action(async (a, b, { out, page, all, json }) => {
    const compared = await unlessInterrupted(compareCommand({ root: out, a, b, ...given({ page }) }));
    if (json) console.log(JSON.stringify({ ...compared.comparison, page: compared.page }));
    else console.log(`${renderComparisonText(compared.comparison, given({ all }))}page    ${compared.page}`);
  });

program.command("dashboard")
  .description("a static site over all sessions: histories, steps, verdicts, what runs where")
  .option("--out <folder>", "where sessions lie", SESSIONS)
  .option("--site <folder>", "where the site goes; site within --out unless told")
  .option("--serve", "serve it on this machine's loopback until Ctrl-C")
  .option("--port <n>", "port of --serve", atLeast(0, 65_535), 8173)
  .action(async ({ out, site, serve, port }) => {
    const building = buildDashboard({ root: out, ...(site === undefined ? {} : { out: site }) });
    const { index, folder } = await unlessInterrupted(building);
    console.log(index);
    if (!serve) return;
    using interrupt = listenForInterrupt();
    const listening = (address: string) => console.log(`${address} (Ctrl-C ends it)`);
    await serveDashboard(folder, { port, signal: interrupt.signal, listening });
  });

program.command("nightly")
  .description(
    "run, look for steps, rebuild the dashboard, write a summary; exits with 1 on a confirmed regression",
  )
  .argument("[papers...]", "paper ids or suite ids; none for all five papers")
  .option("--profile <name>", "smoke, standard or paper", "standard")
  .option("--device <name>", "auto, webgpu or wasm", "auto")
  .option("--threads <n>", "CPU threads of the wasm device, and of peers", atLeast(1, MOST_THREADS))
  .option("--data-dir <folder>", "where real datasets lie")
  .option("--filter <terms>", "only what passes")
  .option("--out <folder>", "where session folders go", SESSIONS)
  .option("--site <folder>", "where the site goes; site within --out unless told")
  .option("--summary <file>", "where the Markdown goes; nightly.md within the site unless told")
  .option("--json", "print one JSON object")
  .action(async (papers, { site, summary, json, ...flags }) => {
    using interrupt = listenAndTell("run dashboard for what there is, or nightly again for another session");
    const run = () =>
      repro({
        ...given(flags),
        out: flags.out,
        papers,
        quiet: json ?? false,
        command: ["nightly", ...Deno.args.slice(1)],
        signal: interrupt.signal,
      });
    const { signal } = interrupt;
    const night = await nightly({ root: flags.out, run, signal, ...given({ site, summary }) });
    const { session, exitCode, markdown, index, summary: path } = night;
    console.log(json ? JSON.stringify({ session, exitCode, index, summary: path }) : `${markdown}\n${index}`);
    Deno.exitCode = exitCode;
  });

program.command("noise")
  .description("the smallest difference that this machine can see: A/A run, drift, noisiest cells")
  .argument("[session]", "a session's name, folder or archive; the latest unless told")
  .option("--out <folder>", "where sessions lie", SESSIONS)
  .option("--json", "print one JSON object")
  .action(async (session, { out, json }) => {
    const noise = await unlessInterrupted(measureNoise({ root: out, ...given({ session }) }));
    console.log(json ? JSON.stringify(noise) : renderNoise(noise));
  });

program.command("gc")
  .description("which sessions and caches can go; removes nothing without --yes")
  .option("--out <folder>", "where sessions lie", SESSIONS)
  .option("--keep <n>", "sessions of each device and profile that stay", atLeast(0), 60)
  .option("--caches", "also orderings and partitions, which are made again when they are needed")
  .option("--yes", "remove what can go")
  .action(async ({ out, keep, caches, yes }) => {
    const folders = caches ? [`${cacheFolder()}/computed`] : [];
    const found = await unlessInterrupted(findGarbage({ root: out, keep, caches: folders }));
    if (!yes) {
      console.log(renderGarbage(found));
      return;
    }
    using interrupt = listenForInterrupt("run gc again: what is gone is gone, the rest is whole");
    console.log(renderGarbage(found, await collectGarbage(found, { signal: interrupt.signal })));
  });

/** The verbs as a shell completes them. */
function completions(): CompletionCommand[] {
  const { suites, papers } = catalog();
  const words: Readonly<Record<string, readonly string[]>> = {
    repro: [...papers.map(({ id }) => id), ...suites.map(({ id }) => id)],
    nightly: [...papers.map(({ id }) => id), ...suites.map(({ id }) => id)],
    describe: suites.map(({ id }) => id),
    datasets: datasets.commands.map((command) => command.name()),
    completion: SHELLS,
  };
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.options.flatMap(({ long, description }) => long ? [{ flag: long, description }] : []),
    words: words[command.name()] ?? [],
  }));
}

program.command("completion")
  .description("a completion script: source <(gnn-repro completion bash)")
  .addArgument(new Argument("<shell>").choices(SHELLS))
  .option("--program <name>", "what you call this program by", "gnn-repro")
  .action((shell, { program: name }) => console.log(completionScript(shell, name, completions())));

/** Runs a command line and returns its exit code; every error becomes one sentence on standard error. */
export async function main(args: readonly string[]): Promise<number> {
  Deno.exitCode = EXIT.ok;
  try {
    checkFlagValues(args, [program]);
    await program.parseAsync([...args], { from: "user" });
    return Deno.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const known = error instanceof ReproError ? error : systemError(error, `run ${JSON.stringify(args[0])}`);
    if (known === undefined) throw error;
    console.error(`error: ${known.message}`);
    return known.exitCode;
  }
}

/** Rank 0 of a user's own `mpirun` or `srun` is the program; the others do what its suites ask of them. */
async function mainOfRank(args: readonly string[]): Promise<number> {
  // Programs that the run starts could be others under them, and Deno would start none.
  withholdLoaderVariables();
  const world = joinedWorld();
  if (world && world.rank > 0) {
    await world.serve();
    return EXIT.ok;
  }
  try {
    return await main(args);
  } finally {
    world?.close();
  }
}

if (import.meta.main) Deno.exit(await mainOfRank(Deno.args));
