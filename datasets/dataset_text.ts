/**
 * Text about one dataset: what it is, whom to cite, which files it takes, and what papers print of it.
 *
 * @module
 */
import { formatBytes } from "../platform/text/bytes.ts";
import { sumOf } from "../platform/lists/sum_of.ts";
import type { DatasetRecord, DatasetSource, PrintedCounts } from "./dataset.ts";
import { counted } from "../platform/text/plural.ts";

const grouped = (count: number) => count.toLocaleString("en-US");

/** Origin of the counts, in words. */
const COUNTED: Readonly<Record<DatasetRecord["countsFrom"], string>> = {
  measured: "counted in its files",
  published: "as published",
  unknown: "unknown until it is loaded",
};

function sourceLines({ title, format, files, obtain }: DatasetSource): string[] {
  const known = files.flatMap(({ bytes }) => bytes ?? []), bytes = sumOf(known);
  const least = known.length < files.length ? "at least " : "";
  const size = known.length === 0 ? "" : `, ${least}${formatBytes(bytes)}`;
  const unread = format === undefined ? ", which nothing here reads" : "";
  return [
    `Files       ${title}${unread}${size}: ${files.map(({ name }) => name).join(", ")}`,
    ...(obtain === undefined ? [] : [`            ${obtain}`]),
  ];
}

function printedLine({ paper, artifact, name, vertices, edges, convention, ...more }: PrintedCounts): string {
  const { features, classes } = more;
  const counts = [
    counted(vertices, "vertex", "vertices"),
    `${counted(edges, "edge")} (${convention})`,
    ...(features === undefined ? [] : [counted(features, "feature")]),
    ...(classes === undefined ? [] : [counted(classes, "class", "classes")]),
  ];
  return `Printed     ${paper}, ${artifact}, as ${name}: ${counts.join(", ")}`;
}

/**
 * Describes a dataset.
 *
 * @example
 * ```ts
 * import { datasetText } from "./dataset_text.ts";
 * import { datasetRecord } from "./registry.ts";
 * const text = datasetText(datasetRecord("cora"));
 * if (!/^Cite {8}Yang, Cohen/m.test(text)) throw new Error("no reference to cite");
 * ```
 */
export function datasetText(record: DatasetRecord): string {
  const { id, counts, featureWidth, classes, sources, printed, note } = record;
  const isFetched = sources.some(({ files }) => files.every(({ url }) => url !== undefined));
  return [
    `${id}: ${record.title}`,
    "",
    `Publisher   ${record.publisher}`,
    `Licence     ${record.licence}`,
    `Cite        ${record.citation}`,
    `Graph       ${counted(counts.vertices, "vertex", "vertices")}, ${
      counted(counts.storedEdges, "stored edge")
    } (${counted(counts.undirectedEdges, "pair")} of vertices), ` +
    (sources.length === 0 ? "as drawn" : COUNTED[record.countsFrom]),
    ...(featureWidth === undefined ? [] : [`Features    ${grouped(featureWidth)} a vertex`]),
    ...(classes === undefined ? [] : [`Classes     ${grouped(classes)}`]),
    ...printed.map(printedLine),
    ...(sources.length === 0
      ? ["Files       none: it is drawn when it is loaded"]
      : sources.flatMap(sourceLines)),
    ...(note === undefined ? [] : [`Note        ${note}`]),
    "",
    ...(isFetched ? [`Get it: deno task datasets fetch ${id}`] : []),
    ...(record.standIn ? [`Compare its stand-in with it: deno task datasets fidelity ${id}@1/32`] : []),
  ].join("\n").trimEnd();
}
