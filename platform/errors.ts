/**
 * Typed errors of the harness. Every message names the action, the current state, the wanted state and the
 * next step, so that a person can act on it without reading code.
 *
 * @module
 */

/** The four parts of every message. */
export interface ErrorParts {
  /** Action that failed, in the infinitive: `read "cora.mtx"`. */
  readonly action: string;
  /** Current state: `line 7 has 2 fields`. */
  readonly current: string;
  /** Wanted state: `3 fields`. */
  readonly wanted: string;
  /** Next step for the reader: `download the file again`. */
  readonly next: string;
}

/** Exit codes of the command line (see GUIDE.md). */
export const EXIT = { ok: 0, failed: 1, usage: 2, missing: 3, interrupted: 130 } as const;

/**
 * Base of all errors that the harness throws on purpose. Anything else that reaches the top is a defect of
 * ours.
 *
 * @example
 * ```ts
 * const parts = { action: "read x", current: "nothing", wanted: "a file", next: "name another" };
 * const error = new ReproError(parts);
 * if (error.message !== "Cannot read x: found nothing, wanted a file. Next: name another") throw error;
 * ```
 */
export class ReproError extends Error {
  /** Exit code of the process when this error reaches the top. */
  readonly exitCode: number = EXIT.failed;
  /** Parts of the message, for programs. */
  readonly parts: ErrorParts;

  /** Builds the message from the parts. */
  constructor(parts: ErrorParts, options?: ErrorOptions) {
    super(
      `Cannot ${parts.action}: found ${parts.current}, wanted ${parts.wanted}. Next: ${parts.next}`,
      options,
    );
    this.name = new.target.name;
    this.parts = parts;
  }
}

/**
 * A result differs from the oracle's, so that nothing was timed; the status of its cell is `wrong`. Exit code
 * 1.
 */
export class WrongResultError extends ReproError {}

/** A flag, verb or name that does not exist or does not fit. Exit code 2. */
export class UsageError extends ReproError {
  /** Exit code 2. */
  override readonly exitCode: number = EXIT.usage;
}

/** The machine lacks a requested part: an adapter, a library, a dataset. Exit code 3. */
export class MissingError extends ReproError {
  /** Exit code 3. */
  override readonly exitCode: number = EXIT.missing;
}

/** Place of a fault in a file: a line (from 1) for text, a byte offset (from 0) for binary data, a key. */
export interface FilePlace {
  /** Name of the file, as the user named it. */
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line?: number;
  /** Byte offset, from 0. */
  readonly offset?: number;
  /** Path of a value within the file: `nodes[3].id` in JSON, an array's name in an archive. */
  readonly key?: string;
}

/** A file's content does not match its format. Carries the place. Exit code 3. */
export class DataError extends ReproError {
  /** Exit code 3. */
  override readonly exitCode: number = EXIT.missing;
  /** Place of the fault. */
  readonly place: FilePlace;

  /** Builds the message; its action is `read "file", line 7` unless the parts name another verb. */
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

/**
 * An allocation exceeded the limit of a device, an arena or a cap; the status of its cell is `oom`. Exit code
 * 3.
 */
export class OutOfMemoryError extends ReproError {
  /** Exit code 3. */
  override readonly exitCode: number = EXIT.missing;
}

/** The device refused or lost work: a failed compile, a validation error, a lost device. Exit code 3. */
export class DeviceError extends ReproError {
  /** Exit code 3. */
  override readonly exitCode: number = EXIT.missing;
}

/** Another holder has a needed resource, such as a session that another run is writing. Exit code 2. */
export class ConflictError extends ReproError {
  /** Exit code 2. */
  override readonly exitCode: number = EXIT.usage;
}
