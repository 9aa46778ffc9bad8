/**
 * Texts of the verbs `list` and `describe`: the papers, suites and artifacts that can be run.
 *
 * @module
 */
import { datasetText } from "../datasets/dataset_text.ts";
import { allDatasets } from "../datasets/registry.ts";
import { kernelName } from "../kernels/kernel.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { type Artifact, artifacts } from "./artifacts.ts";
import { readClaims } from "./claims/published_claims.ts";
import { allKernels, kernelsNamed, type NamedKernel } from "./named_kernels.ts";
import type { Paper } from "./paper.ts";
import { papers, publishedPapers } from "./papers.ts";
import { profileOf } from "./profiles.ts";
import { readPublished } from "./published/mod.ts";
import { FEW_ROUNDS, paperOf, type Suite, SUITE_GROUPS, takesFewRounds } from "./suite.ts";
import { allSuites, selectSuites } from "./suites.ts";

/** Everything that can be named on a command line, as data. */
export interface Catalog {
  /** The published ones, with how much each of them prints and claims. */
  readonly papers: readonly {
    readonly id: string;
    readonly title: string;
    readonly publishedNumbers: number;
    readonly claims: number;
  }[];
  /** Artifacts that the papers print, each with the suites that produce it. */
  readonly artifacts: readonly Artifact[];
  /** Groups of suites that one name runs. */
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly suites: readonly string[];
  }[];
  /** Suites in the order of `repro`, with the comparisons that the `standard` profile plans. */
  readonly suites: readonly {
    readonly id: string;
    readonly artifact: string;
    readonly question: string;
    readonly comparisons: number;
  }[];
  /** Every implementation by full name: `row-split@wasm`. */
  readonly kernels: readonly {
    readonly operation: string;
    readonly kernel: string;
    readonly origin: string;
    readonly mapping: string;
  }[];
}

/** The catalog. */
export function catalog(): Catalog {
  const standard = profileOf("standard");
  return {
    papers: publishedPapers().map((paper) => ({
      id: paper.id,
      title: paper.title,
      publishedNumbers: readPublished(paper).length,
      claims: readClaims(paper).length,
    })),
    artifacts: artifacts(),
    groups: Object.entries(SUITE_GROUPS).map(([id, title]) => ({
      id,
      title,
      suites: selectSuites([id]).map((suite) => suite.id),
    })),
    suites: allSuites().map((suite) => ({
      id: suite.id,
      artifact: suite.artifact,
      question: suite.question,
      comparisons: suite.workloads(standard).length,
    })),
    kernels: allKernels().map(({ name, kernel }) => ({
      operation: name.split("/")[0],
      kernel: kernelName(kernel),
      origin: `${kernel.origin.paper}, ${kernel.origin.section}`,
      mapping: kernel.mapping,
    })),
  };
}

/** The catalog as text. */
export function renderCatalog({ papers, artifacts, groups, suites, kernels }: Catalog): string {
  const lines = ["Papers"];
  for (const { id, title, publishedNumbers, claims } of papers) {
    lines.push(`  ${id.padEnd(12)}${title} (${publishedNumbers} published numbers, ${claims} claims)`);
  }
  lines.push("", "Artifacts and the suites that produce them");
  for (const { paper, artifact, title, suites, how } of artifacts) {
    const said = `${artifact}: ${title}`;
    lines.push(
      `  ${paper.padEnd(12)}${said}; ${how}${suites.map((id) => `\n${" ".repeat(14)}${id}`).join("")}`,
    );
  }
  lines.push("", "Groups of suites");
  for (const { id, title, suites } of groups) {
    lines.push(`  ${id.padEnd(12)}${title}${suites.map((each) => `\n${" ".repeat(14)}${each}`).join("")}`);
  }
  lines.push("", "Suites", ...alignedLines(suites.map(({ id, question }) => [id, question])));
  lines.push(
    "",
    "Kernels",
    ...alignedLines(kernels.map(({ operation, kernel, mapping }) => [`${operation}/${kernel}`, mapping])),
  );
  return lines.join("\n");
}

/** Indented lines of names and their descriptions, which begin in one column. */
function alignedLines(entries: readonly (readonly [name: string, text: string])[]): string[] {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

function describeSuite(suite: Suite): string {
  const workloads = suite.workloads(profileOf("standard"));
  return [
    `${suite.id}: ${suite.title} (${paperOf(suite)}, ${suite.artifact})`,
    "",
    suite.question,
    "",
    `Contenders  ${
      suite.contenders.map(({ id }) => id === suite.baseline ? `${id} (baseline)` : id).join(", ")
    }`,
    `Workloads   ${workloads.map(({ id }) => id).join(", ")}`,
    ...Object.entries(suite.settings).map(([name, value]) => `Setting     ${name}: ${value}`),
    ...suite.claims.map(({ claimId }) => `Claim       ${claimId}`),
    ...takesFewRounds(suite, "standard") ? [`Note        ${FEW_ROUNDS}`] : [],
    ...suite.notes.map((note) => `Note        ${note}`),
    "",
    `Run it: deno task repro ${suite.id}`,
  ].join("\n");
}

function describePaper({ id, title, reference, hardware, code, datasets, suites }: Paper): string {
  const { authors = [], title: full = "", venue = "", url } = reference ?? {};
  return [
    `${id}: ${title}`,
    "",
    ...reference ? [`${authors.join(", ")}. ${full}. ${venue}.${url ? ` ${url}` : ""}`] : [],
    ...hardware ? [`Measured on ${hardware}`] : [],
    ...code ? [`Code        ${code.url} (${code.note})`] : [],
    ...Object.entries(datasets).map(([printed, own]) => `Dataset     ${printed}: ${own}`),
    ...suites.map((suite) => `Suite       ${suite.id}: ${suite.title}`),
    "",
    `Run it: deno task repro ${id}`,
  ].join("\n");
}

function describeGroup(id: string, title: string): string {
  const suites = selectSuites([id]), claims = suites.flatMap((suite) => suite.claims);
  return [
    `${id}: ${title}`,
    "",
    ...suites.map((suite) => `Suite       ${suite.id}: ${suite.question}`),
    ...claims.map(({ claimId }) => `Claim       ${claimId}`),
    "",
    `Run it: deno task repro ${id} --session mine`,
    "In a session that has other suites, all claims are judged together; --budget 90m ends a part in time,",
    "and the same command goes on with it.",
  ].join("\n");
}

function describeKernel({ name, formula, kernel }: NamedKernel): string {
  const { mapping, origin, features, parameters } = kernel;
  return [
    `${name}: ${formula}`,
    "",
    mapping,
    ...features ? [`Reads its dense inputs in ${features}; rows state the error of the rounding`] : [],
    `From ${[origin.paper, origin.section].filter(Boolean).join(", ")}`,
    ...Object.entries(parameters).map(([parameter, { meaning, default: standard, range: [min, max] }]) =>
      `  ${parameter} = ${standard} (${min} to ${max}): ${meaning}`
    ),
  ].join("\n");
}

/** Names that {@linkcode describe} knows; of a kernel that without its backend. */
export function describedNames(): readonly string[] {
  return [
    ...papers().map(({ id }) => id),
    ...Object.keys(SUITE_GROUPS),
    ...allSuites().map(({ id }) => id),
    ...new Set(allKernels().map((each) => each.name.split("@")[0])),
    ...allDatasets().map(({ id }) => id),
    ...publishedPapers().flatMap((paper) => readClaims(paper).map(({ claimId }) => claimId)),
  ];
}

/**
 * The description of a paper, a group of suites, a suite, a kernel, a dataset or a claim.
 *
 * @throws {UsageError} for an unknown name.
 */
export function describe(name: string): string {
  const named = papers().find(({ id }) => id === name);
  if (named !== undefined) return describePaper(named);
  const group = Object.entries(SUITE_GROUPS).find(([id]) => id === name);
  if (group !== undefined) return describeGroup(...group);
  const suite = allSuites().find(({ id }) => id === name);
  if (suite !== undefined) return describeSuite(suite);
  const kernels = kernelsNamed(name);
  if (kernels.length > 0) return kernels.map(describeKernel).join("\n\n");
  const dataset = allDatasets().find(({ id }) => id === name);
  if (dataset !== undefined) return datasetText(dataset);
  for (const paper of publishedPapers()) {
    const claim = readClaims(paper).find(({ claimId }) => claimId === name);
    if (claim !== undefined) {
      const decides = allSuites().find(({ claims }) => claims.some(({ claimId }) => claimId === name));
      return [
        `${claim.claimId} (${paper.id}, ${claim.artifact}, tier ${claim.tier})`,
        "",
        claim.statement,
        `Holds when: ${claim.check}`,
        decides ? `Decided by ${decides.id}` : "No suite decides it.",
      ].join("\n");
    }
  }
  throw unknownName(`describe "${name}"`, name, describedNames(), "one that list or a report shows");
}
