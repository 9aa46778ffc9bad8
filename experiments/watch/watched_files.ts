/**
 * Files that are watched: those of a kernel of the harness, or the one file of a user's kernel.
 *
 * @module
 */

/** Files of one kernel. Paths are relative to the harness, or absolute. */
export interface WatchedFiles {
  /** File by which the loop names the kernel. */
  readonly module: string;
  /** Paths of all files. */
  readonly paths: readonly string[];
  /** Folders of the files. */
  readonly folders: readonly string[];
  /** Digest of the files as they are now. */
  digest(): string;
  /** Digest of the sources of AssemblyScript among the files. */
  assemblyDigest(): string;
  /** Finds anew which files belong to the kernel. */
  refresh(signal: AbortSignal): Promise<void>;
  /** Errors that show before the kernel runs, each with its file and line; empty for none. */
  errors(signal: AbortSignal): Promise<string>;
}
