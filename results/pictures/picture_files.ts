/**
 * Files of a session's plots: one SVG a plot, the same bytes for the same rows, and PNG and PDF beside
 * them on request.
 *
 * @module
 */
import { join } from "node:path";
import { elementOf } from "../../platform/lists/element_of.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import type { Plot } from "../report/plots/plot.ts";
import { drawnPictures, type PictureFormat } from "./drawn_pictures.ts";
import { COLUMN_PICTURE, printFigure } from "./print_style.ts";
import { figureSvg } from "./svg_figure.ts";

/** Name of the pictures' folder in a session folder. */
export const PICTURE_FOLDER = "plots";

/** Formats of drawn pictures. */
const FORMATS: readonly PictureFormat[] = ["png", "pdf"];

/** Name of a plot's files, without their extension. */
export function pictureName({ id }: Pick<Plot, "id">): string {
  return id.replace(/^plot-/, "");
}

/**
 * Style of pictures: `screen` in colour, with title and caption; `print` black on white for a column of 3.3
 * inches, with neither, since the paper has its own.
 */
export type PictureStyle = "screen" | "print";

/** Renders a plot as an SVG file. */
export function pictureSvg({ id, title, caption, figure }: Plot, style: PictureStyle = "screen"): string {
  const svg = style === "screen"
    ? figureSvg(figure, { id, title, caption })
    : figureSvg(printFigure(figure), { id, title, ...COLUMN_PICTURE });
  return `${svg.source}\n`;
}

/** Folder of a session's pictures in a style. */
function pictureFolder(session: string, style: PictureStyle): string {
  return style === "screen" ? join(session, PICTURE_FOLDER) : join(session, PICTURE_FOLDER, style);
}

async function filesIn(folder: string): Promise<Set<string>> {
  try {
    return new Set((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Set();
    throw error;
  }
}

/**
 * Writes the SVG of every plot and removes pictures of plots that the session no longer has, together with
 * their PNG and PDF.
 *
 * @returns Paths of the SVG files.
 */
export async function writePictures(
  session: string,
  plots: readonly Plot[],
  style: PictureStyle = "screen",
): Promise<string[]> {
  const folder = pictureFolder(session, style);
  const old = await filesIn(folder);
  if (plots.length === 0 && old.size === 0) return [];
  await Deno.mkdir(folder, { recursive: true });
  for (const plot of plots) {
    const name = pictureName(plot);
    const svg = pictureSvg(plot, style);
    const path = join(folder, `${name}.svg`);
    const same = old.delete(`${name}.svg`) && await Deno.readTextFile(path) === svg;
    if (same) { for (const format of FORMATS) old.delete(`${name}.${format}`); }
    else await writeFileDurably(path, svg);
  }
  for (const name of old) if (/\.(svg|png|pdf)$/.test(name)) await Deno.remove(join(folder, name));
  return plots.map((plot) => join(folder, `${pictureName(plot)}.svg`));
}

/** Outcome of drawing pictures in a format. */
export interface DrawnFiles {
  /** Format of the files. */
  readonly format: PictureFormat;
  /** Paths of the files. */
  readonly files: readonly string[];
  /** Reason why there are no further ones; empty where all were drawn. */
  readonly reason: string;
}

/**
 * Draws every SVG of a session's pictures in a style as PNG or PDF beside it.
 *
 * @param signal Aborts the drawing; files already written are complete.
 */
export async function writeDrawn(
  session: string,
  format: PictureFormat,
  { style = "screen", signal }: { readonly style?: PictureStyle; readonly signal?: AbortSignal } = {},
): Promise<DrawnFiles> {
  const folder = pictureFolder(session, style);
  const names = [...await filesIn(folder)].filter((name) => name.endsWith(".svg")).sort();
  if (names.length === 0) return { format, files: [], reason: "this session has no plots" };
  const svgs = await Promise.all(names.map((name) => Deno.readTextFile(join(folder, name))));
  const files: string[] = [];
  for await (const { bytes, reason } of drawnPictures(svgs, format, signal && { signal })) {
    if (bytes === undefined) return { format, files, reason };
    signal?.throwIfAborted();
    const path = join(folder, elementOf(names, files.length).replace(/svg$/, format));
    await writeFileDurably(path, bytes);
    files.push(path);
  }
  return { format, files, reason: "" };
}
