/**
 * The typed errors of the harness. Every message says the action, what was found, what was wanted and what to
 * do next, so that a person can act on it without reading code.
 *
 * @module
 */

/** The four parts of every message. */
export interface ErrorParts {
  /** What was being done, in the infinitive: `read "cora.mtx"`. */
  readonly action: string;
  /** What was found: `line 7 has 2 fields`. */
  readonly current: string;
  /** What would have been right: `3 fields`. */
  readonly wanted: string;
  /** What the reader can do now: `download the file again`. */
  readonly next: string;
}

/** Exit codes of the command line (see the README). */
export const EXIT = { ok: 0, failed: 1, usage: 2, missing: 3, interrupted: 130 } as const;

/**
 * Base of all errors that the harness throws on purpose. Anything else that reaches the top is a defect of
 * ours.
 *
 * @example
 * ```ts
 * const error = new ReproError({ action: "read x", current: "nothing", wanted: "a file", next: "name another" });
 * if (error.message !== "Cannot read x: found nothing, wanted a file. Next: name another") throw error;
 * ```
 */
export class ReproError extends Error {
  /** The process's exit code when this error reaches the top. */
  readonly exitCode: number = EXIT.failed;
  /** The message's parts, for machines. */
  readonly parts: ErrorParts;

  /** The message is made of the parts. */
  constructor(parts: ErrorParts, options?: ErrorOptions) {
    super(
      `Cannot ${parts.action}: found ${parts.current}, wanted ${parts.wanted}. Next: ${parts.next}`,
      options,
    );
    this.name = new.target.name;
    this.parts = parts;
  }
}

/** A result is not what the oracle has, so that nothing was timed; the cell that it is of reads `wrong`. Exit code 1. */
export class WrongResultError extends ReproError {}

/** A flag, verb or name that does not exist or does not fit. Exit code 2. */
export class UsageError extends ReproError {
  /** 2. */
  override readonly exitCode: number = EXIT.usage;
}

/** The machine lacks what was asked for: an adapter, a library, a dataset. Exit code 3. */
export class MissingError extends ReproError {
  /** 3. */
  override readonly exitCode: number = EXIT.missing;
}

/**
 * Where in a file something was wrong: a line (from 1) for text, a byte offset (from 0) for binary data, a
 * key.
 */
export interface FilePlace {
  /** The file, as the user named it. */
  readonly file: string;
  /** Line, from 1. */
  readonly line?: number;
  /** Byte, from 0. */
  readonly offset?: number;
  /** Path of a value within the file: `nodes[3].id` in JSON, an array's name in an archive. */
  readonly key?: string;
}

/** A file's content is not what its format promises: a whole one is lacking. Carries the place. Exit code 3. */
export class DataError extends ReproError {
  /** 3. */
  override readonly exitCode: number = EXIT.missing;
  /** Where the file is wrong. */
  readonly place: FilePlace;

  /** The message's action is `read "file", line 7` unless the parts name another verb. */
  constructor(
    place: FilePlace,
    parts: Omit<ErrorParts, "action"> & { action?: string },
    options?: ErrorOptions,
  ) {
    const key = place.key !== undefined ? `, key ${JSON.stringify(place.key)}` : "";
    const at = place.line !== undefined
      ? `, line ${place.line}`
      : place.offset !== undefined
      ? `, offset ${place.offset}`
      : "";
    super(
      { ...parts, action: `${parts.action ?? "read"} ${JSON.stringify(place.file)}${key}${at}` },
      options,
    );
    this.place = place;
  }
}

/** An allocation passed a device's, an arena's or a cap's limit; the cell that asked for it reads `oom`. Exit code 3. */
export class OutOfMemoryError extends ReproError {
  /** 3. */
  override readonly exitCode: number = EXIT.missing;
}

/** The device refused or lost something: a failed compile, a validation error, a lost device. Exit code 3. */
export class DeviceError extends ReproError {
  /** 3. */
  override readonly exitCode: number = EXIT.missing;
}

/** Somebody else holds what we need: a session that is being written by another run. */
export class ConflictError extends ReproError {
  /** 2. */
  override readonly exitCode: number = EXIT.usage;
}

/** Bytes as a person reads them: `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let value = bytes;
  // 1023.95 and more would be rounded to "1024.0" of the smaller unit.
  while (value >= (unit === 0 ? 1024 : 1023.95) && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[unit]}`;
}
