/**
 * Recorder of what a device does over time, written in Chrome's trace-event format, which Perfetto and
 * `chrome://tracing` show.
 *
 * @module
 */
import { absoluteTime } from "../../platform/absolute_time.ts";

/** Facts about a span, by name. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Receiver of spans. Times are milliseconds by {@linkcode absoluteTime}. */
export interface Trace {
  /** Notes that something named `name` went on from `begin` to `end` on a track, such as `host`. */
  span(track: string, name: string, begin: number, end: number, facts?: SpanFacts): void;
}

/** Track of the thread that calls the device. */
export const HOST_TRACK = "host";

interface Span {
  readonly track: string;
  readonly name: string;
  readonly begin: number;
  readonly end: number;
  readonly facts: SpanFacts;
}

/** Event of Chrome's format: a complete span (`X`), in microseconds, or the name of a thread (`M`). */
export type TraceEvent =
  & { readonly name: string; readonly pid: number; readonly tid: number; readonly args: SpanFacts }
  & ({ readonly ph: "X"; readonly ts: number; readonly dur: number } | { readonly ph: "M" });

/** Document of Chrome's format. */
export interface TraceDocument {
  /** Spans and names of their tracks. */
  readonly traceEvents: readonly TraceEvent[];
  /** Unit that a viewer shows times in. */
  readonly displayTimeUnit: "ms";
  /** Facts about the whole. */
  readonly otherData: SpanFacts;
}

const PROCESS = 1;

/**
 * Recorder of spans in memory.
 *
 * @example
 * ```ts
 * const trace = new TraceRecorder();
 * await trace.around("outer", () => trace.around("inner", () => {}));
 * const { traceEvents } = trace.document();
 * if (traceEvents.filter(({ ph }) => ph === "X").length !== 2) throw new Error("two spans");
 * ```
 */
export class TraceRecorder implements Trace {
  readonly #spans: Span[] = [];

  /** Notes a span. */
  span(track: string, name: string, begin: number, end: number, facts: SpanFacts = {}): void {
    this.#spans.push({ track, name, begin, end, facts });
  }

  /** Does work and notes it as a span of the host, also where it throws. */
  async around<T>(name: string, work: () => T | Promise<T>, facts: SpanFacts = {}): Promise<T> {
    const begin = absoluteTime();
    try {
      return await work();
    } finally {
      this.span(HOST_TRACK, name, begin, absoluteTime(), facts);
    }
  }

  /** As {@linkcode TraceRecorder.around}, of work that has ended when it returns. */
  aroundCall(name: string, work: () => void): void {
    const begin = absoluteTime();
    try {
      work();
    } finally {
      this.span(HOST_TRACK, name, begin, absoluteTime());
    }
  }

  /**
   * The spans in Chrome's format, in time from the first one's begin. Spans of a track that overlap without
   * one holding the other, such as concurrent reads, go to further lanes of it, so that all of a lane nest.
   */
  document(facts: SpanFacts = {}): TraceDocument {
    const origin = this.#spans.reduce((least, { begin }) => Math.min(least, begin), Infinity);
    const events: TraceEvent[] = [];
    let tid = 0;
    for (const [track, spans] of Map.groupBy(this.#spans, (span) => span.track)) {
      for (const [lane, own] of lanesOf(spans).entries()) {
        tid++;
        const name = lane === 0 ? track : `${track} (${lane + 1})`;
        events.push({ name: "thread_name", ph: "M", pid: PROCESS, tid, args: { name } });
        for (const { name, begin, end, facts: args } of own) {
          const ts = 1000 * (begin - origin), dur = 1000 * (end - begin);
          events.push({ name, ph: "X", ts, dur, pid: PROCESS, tid, args });
        }
      }
    }
    return { traceEvents: events, displayTimeUnit: "ms", otherData: facts };
  }
}

/** Spans in lanes, each of which holds only spans that nest or follow each other. */
function lanesOf(spans: readonly Span[]): Span[][] {
  const lanes: { readonly spans: Span[]; readonly open: Span[] }[] = [];
  for (const span of spans.toSorted((a, b) => a.begin - b.begin || b.end - a.end)) {
    let lane = lanes.find(({ open }) => {
      while (open.length > 0 && open.at(-1)!.end <= span.begin) open.pop();
      return open.length === 0 || span.end <= open.at(-1)!.end;
    });
    if (lane === undefined) lanes.push(lane = { spans: [], open: [] });
    lane.spans.push(span);
    lane.open.push(span);
  }
  return lanes.map((lane) => lane.spans);
}
