/**
 * Kinds of values on a command line: how one is read, which paths it opens and how a shell completes it.
 *
 * @module
 */
import { dirname, resolve } from "node:path";

/** Paths that a value opens. What is written is read, too. */
export interface OpenedPaths {
  /** Files and folders that are read. */
  readonly read?: readonly string[];
  /** Files and folders that are read and written. */
  readonly write?: readonly string[];
}

/** Words that the program knows, and a shell asks it for. */
export interface AskedWords {
  /** Name of the question. */
  readonly ask: string;
  /** Whether they lie in the folder of sessions that the command line names. */
  readonly inSessions?: true;
  /** The words; of the standard folder unless told. */
  readonly values: (sessions?: string) => Promise<readonly string[]>;
}

/** Values that a shell offers: fixed words, words that the program is asked for, files or folders. */
export type Completion = { readonly words: readonly string[] } | AskedWords | "file" | "folder";

/** A kind of value. */
export interface ValueKind<T = unknown> {
  /** Word that stands for a value in the help: `folder`. */
  readonly placeholder: string;
  /**
   * Reads a value.
   *
   * @throws {InvalidValue}
   */
  readonly parse: (text: string) => T;
  /** Paths that a value opens; `sessions` are the folders of sessions on the same command line. */
  readonly opens?: (text: string, sessions: readonly string[]) => OpenedPaths;
  /** Whether a value is a folder of sessions. */
  readonly holdsSessions?: true;
  /** Returns a value as a user writes it, for the help; as JSON unless told. */
  write?(value: T): string;
  /** Values that a shell offers; none unless told. */
  readonly completes?: Completion;
}

/** A value that is not of its kind; the message is a sentence that says what to write. */
export class InvalidValue extends Error {}

/** Any text. */
export function text(placeholder: string, completes?: Completion): ValueKind<string> {
  return { placeholder, parse: (value) => value, ...(completes && { completes }) };
}

/** One of a few words. */
export function choice<T extends string>(placeholder: string, words: readonly T[]): ValueKind<T> {
  const sentence = `Write ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`;
  const parse = (value: string): T => {
    const known = words.find((word) => word === value);
    if (known === undefined) throw new InvalidValue(sentence);
    return known;
  };
  return { placeholder, parse, completes: { words } };
}

/** A whole number that is at least `least`, and at most `most` where there is one. */
export function wholeNumber(least: number, most = Infinity): ValueKind<number> {
  return {
    placeholder: "n",
    parse: (value) => {
      const number = Number(value);
      if (value.trim() === "" || !Number.isSafeInteger(number) || number < least || number > most) {
        const range = most === Infinity ? `${least} or more` : `${least} to ${most}`;
        throw new InvalidValue(`Write a whole number, ${range}.`);
      }
      return number;
    },
  };
}

/** Whole numbers that are at least `least`, with commas between them: `10,10`. */
export function wholeNumbers(least: number): ValueKind<readonly number[]> {
  const { parse } = wholeNumber(least);
  return { placeholder: "n,n", parse: (value) => value.split(",").map(parse) };
}

/** A number above 0, such as `0.01` or `1e-3`. */
export const positiveNumber: ValueKind<number> = {
  placeholder: "x",
  parse: (value) => {
    const number = Number(value);
    if (value.trim() !== "" && number > 0 && number < Infinity) return number;
    throw new InvalidValue("Write a number above 0, such as 0.01.");
  },
};

const SIZE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** A size in bytes: `64MiB`, `2GiB` or plain bytes. It is written in its largest whole unit. */
export const byteSize: ValueKind<number> = {
  placeholder: "size",
  parse: (value) => {
    const match = value.match(/^(\d+(?:\.\d+)?)\s*(B|KiB|MiB|GiB|TiB)?$/i);
    if (!match) throw new InvalidValue("Write a size such as 64MiB or 2GiB.");
    const power = SIZE_UNITS.findIndex((unit) => unit.toLowerCase() === (match[2] ?? "B").toLowerCase());
    return Math.round(Number(match[1]) * 1024 ** power);
  },
  write: (bytes) => {
    const power = SIZE_UNITS.findLastIndex((_, power) =>
      bytes >= 1024 ** power && bytes % 1024 ** power === 0
    );
    return `${bytes / 1024 ** Math.max(0, power)}${SIZE_UNITS[Math.max(0, power)]}`;
  },
};

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** Longest duration: a timer of more than 2^31 - 1 ms, which are 596.5 hours, fires at once. */
const MOST_HOURS = 596, MOST_SECONDS = MOST_HOURS * SECONDS.h;

/** A duration in seconds, as `90s`, `9m` or `1.5h`. */
export const duration: ValueKind<number> = {
  placeholder: "time",
  parse: (value) => {
    const match = value.match(/^(\d+(?:\.\d+)?)\s*(s|m|h)$/);
    const seconds = match === null ? 0 : Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS];
    if (seconds === 0) throw new InvalidValue("Write a time above 0 such as 90s, 9m or 1.5h.");
    if (seconds > MOST_SECONDS) throw new InvalidValue(`Write a time of at most ${MOST_HOURS}h.`);
    return seconds;
  },
  write: (seconds) => {
    const unit = (["h", "m"] as const).find((each) => seconds % SECONDS[each] === 0) ?? "s";
    return `${seconds / SECONDS[unit]}${unit}`;
  },
};

/** A folder that is read. */
export const folderToRead: ValueKind<string> = {
  ...text("folder", "folder"),
  opens: (path) => ({ read: [path] }),
};

/** A folder that files are written into. */
export const folderToWrite: ValueKind<string> = {
  ...text("folder", "folder"),
  opens: (path) => ({ write: [path] }),
};

/** A file that is written in place: no other file of its folder is touched. */
export const fileInPlace: ValueKind<string> = {
  ...text("file", "file"),
  opens: (path) => ({ write: [path] }),
};

/** A file that is written. It is replaced by way of another one in its folder. */
export const fileToWrite: ValueKind<string> = {
  ...text("file", "file"),
  opens: (path) => ({ write: [dirname(resolve(path))] }),
};
