/**
 * Parser and formatter of session.json; see {@link SessionDocument}.
 *
 * @module
 */
import { z } from "zod";
import { elementOf } from "../../platform/lists/element_of.ts";
import { DataError } from "../../platform/errors.ts";
import { READABLE_SCHEMAS, READABLE_WORDS } from "../row.ts";
import { tunedChoiceSchema } from "./tuned_choice.ts";
import type { SessionDocument } from "./session_document.ts";

/** Name of the session document in a session folder. */
export const SESSION_FILE = "session.json";

const text = z.string();
const texts = z.record(text, text);

const suite = z.object({
  id: text,
  paper: text,
  artifact: text,
  title: text,
  question: text,
  contenders: z.array(z.object({ id: text, label: text })),
  baseline: text,
  metrics: z.array(
    z.object({
      id: text,
      label: text,
      unit: text,
      better: z.enum(["lower", "higher", "neither"]),
      varies: z.exactOptional(z.boolean()),
    }),
  ),
  plots: z.array(z.object({
    metric: text,
    x: text,
    facet: z.exactOptional(text),
    logarithmic: z.exactOptional(z.boolean()),
    xUnit: z.exactOptional(text),
    logarithmicX: z.exactOptional(z.boolean()),
    stack: z.exactOptional(z.array(text)),
    share: z.exactOptional(z.boolean()),
    y: z.exactOptional(text),
    contours: z.exactOptional(text),
    bounds: z.exactOptional(z.object({ lead: text, speedup: text })),
    landmarkMetrics: z.exactOptional(z.object({ x: text, y: text, label: text })),
    landmarkName: z.exactOptional(text),
    yUnit: z.exactOptional(text),
    landmarks: z.exactOptional(z.array(z.object({ label: text, x: z.number(), y: z.number() }))),
  })),
  settings: texts,
  notes: z.array(text),
  answers: z.exactOptional(z.array(text)),
  command: text,
});

const schema = z.object({
  schema: z.number(),
  session: text,
  created: text,
  updated: text,
  profile: text,
  seed: z.number(),
  command: z.array(text),
  device: z.object({
    backend: text,
    adapterKind: z.enum(["hardware", "software", "none"]),
    name: text,
    threads: z.number(),
  }),
  calibration: z.nullable(z.object({
    smallestDifference: z.number(),
    aaRounds: z.number(),
    aaRuns: z.exactOptional(z.number()),
    bandwidthGBs: z.number(),
    gflops: z.number(),
    callMs: z.exactOptional(z.number()),
    sentinelDrift: z.number(),
    timer: text,
  })),
  environment: texts,
  papers: z.array(z.object({ id: text, title: text, reference: text, url: text, hardware: text })),
  suites: z.array(suite),
  datasets: z.array(z.object({
    name: text,
    kind: z.enum(["real", "stand-in"]),
    hash: text,
    vertices: z.number(),
    storedEdges: z.number(),
    note: text,
    fidelity: z.array(z.object({ measure: text, wanted: z.number().optional(), got: z.number() })),
  })),
  tuning: z.exactOptional(z.array(tunedChoiceSchema)),
  seconds: z.number(),
  finished: z.boolean(),
}) satisfies z.ZodType<SessionDocument>;

/**
 * Parses a session document.
 *
 * @throws {DataError} The text is not JSON, has another schema (both versions are named), or has a member of
 * the wrong type.
 */
export function parseSessionDocument(json: string, path: string): SessionDocument {
  const next = "read it with the version that wrote it, or start a new session";
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const current = cause instanceof Error ? cause.message : String(cause);
    const restore = "restore the file from a copy, or start a new session";
    throw new DataError({ file: path }, { current, wanted: "a session document in JSON", next: restore }, {
      cause,
    });
  }
  const version = (value as { schema?: unknown } | null)?.schema;
  if (typeof version !== "number" || !READABLE_SCHEMAS.includes(version)) {
    const current = typeof version === "number" ? `schema ${version}` : "no schema number";
    throw new DataError({ file: path }, {
      current,
      wanted: READABLE_WORDS,
      next,
    });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = elementOf(parsed.error.issues, 0);
    const current = `${issue.path.join(".") || "the document"}: ${issue.message}`;
    throw new DataError({ file: path }, { current, wanted: `a session document of schema ${version}`, next });
  }
  return parsed.data;
}

/**
 * Formats a session document as the text of session.json, and checks that it can be read again.
 *
 * @throws {DataError} A member is of the wrong type, or a number is not finite.
 */
export function formatSessionDocument(document: SessionDocument): string {
  const json = JSON.stringify(document, null, 2) + "\n";
  parseSessionDocument(json, "session.json");
  return json;
}
