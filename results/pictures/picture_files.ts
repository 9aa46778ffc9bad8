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

/** Whether an SVG file was written as the picture of that name: it carries the id of its plot. */
function isPicture(name: string, svg: string): boolean {
  return svg.startsWith("<svg ") && svg.includes(`aria-labelledby="plot-${name}-title"`);
}

async function filesIn(folder: string): Promise<Set<string>> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    return new Set(entries.filter(({ isFile }) => isFile).map(({ name }) => name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Set();
    throw error;
  }
}

/** Removes the PNG and PDF of a picture that has changed or goes. */
async function removeDrawn(folder: string, name: string, files: ReadonlySet<string>): Promise<void> {
  for (const format of FORMATS) {
    const file = `${name}.${format}`;
    if (files.has(file)) await Deno.remove(join(folder, file));
  }
}

/**
 * Writes the SVG of every plot and removes pictures of plots that the session no longer has, together with
 * their PNG and PDF. All other files stay, since the folder may be one of a reader's own pictures.
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
  const names = new Set(plots.map(pictureName));
  for (const plot of plots) {
    const name = pictureName(plot);
    const svg = pictureSvg(plot, style);
    const path = join(folder, `${name}.svg`);
    if (old.has(`${name}.svg`)) {
      if (await Deno.readTextFile(path) === svg) continue;
      await removeDrawn(folder, name, old);
    }
    await writeFileDurably(path, svg);
  }
  for (const file of old) {
    const name = file.replace(/\.svg$/, "");
    if (name === file || names.has(name)) continue;
    const path = join(folder, file);
    if (!isPicture(name, await Deno.readTextFile(path))) continue;
    // The SVG goes last: an interrupted removal is taken up by the next one.
    await removeDrawn(folder, name, old);
    await Deno.remove(path);
  }
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
  const found = [...await filesIn(folder)].filter((file) => file.endsWith(".svg")).sort();
  const texts = await Promise.all(found.map(async (file) => ({
    name: file.replace(/\.svg$/, ""),
    svg: await Deno.readTextFile(join(folder, file)),
  })));
  const pictures = texts.filter(({ name, svg }) => isPicture(name, svg));
  if (pictures.length === 0) return { format, files: [], reason: "this session has no plots" };
  const svgs = pictures.map(({ svg }) => svg);
  const files: string[] = [];
  for await (const { bytes, reason } of drawnPictures(svgs, format, signal && { signal })) {
    if (bytes === undefined) return { format, files, reason };
    signal?.throwIfAborted();
    const path = join(folder, `${elementOf(pictures, files.length).name}.${format}`);
    await writeFileDurably(path, bytes);
    files.push(path);
  }
  return { format, files, reason: "" };
}
