/**
 * The one file of a user's kernel that is watched: a shared library, which a compiler writes, or a Python
 * file.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { contentKey } from "../../platform/files/digest.ts";
import type { WatchedFiles } from "./watched_files.ts";

/** File of a user's kernel. */
export class UserFile implements WatchedFiles {
  /** Path of the file. */
  readonly module: string;
  #digest = "";

  /** Takes the path. */
  constructor(path: string) {
    this.module = path;
  }

  /** The file alone. */
  get paths(): readonly string[] {
    return [this.module];
  }

  /** Folder of the file. */
  get folders(): readonly string[] {
    return [dirname(this.module)];
  }

  /** Digest of the file; the one before while it is absent, as it is until a compiler has written it. */
  digest(): string {
    try {
      this.#digest = contentKey(readFileSync(this.module, "latin1"));
    } catch {
      // It comes back, and is a save then.
    }
    return this.#digest;
  }

  /** Empty: a kernel of the user's has no AssemblyScript of the harness. */
  assemblyDigest(): string {
    return "";
  }

  /** Does nothing: no other file belongs to the kernel. */
  refresh(): Promise<void> {
    return Promise.resolve();
  }

  /** Empty: errors of the file are those of the user's compiler, or show as it runs. */
  errors(): Promise<string> {
    return Promise.resolve("");
  }
}
