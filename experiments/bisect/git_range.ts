/**
 * Commits of a range, and working trees of single commits beside the user's own.
 *
 * @module
 */
import { DeviceError, MissingError, UsageError } from "../../platform/errors.ts";
import { gitOutput } from "../../platform/git_output.ts";

/** A git repository. */
export class Repository {
  /** Folder of the working tree. */
  readonly folder: string;

  /** Takes the repository of a folder. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Commits after `good` up to `bad`, oldest first, along first parents, with `good` resolved.
   *
   * @throws {UsageError} for a working tree with changes, a name that is no commit, and a range that is empty
   * or whose ends are not ancestor and descendant.
   */
  range(good: string, bad: string): { readonly good: string; readonly commits: readonly string[] } {
    const refusal = (current: string, wanted: string, next: string) =>
      new UsageError({ action: `bisect from ${good} to ${bad}`, current, wanted, next });
    const changed = this.#git("status", "--porcelain", "--untracked-files=no");
    if (changed === undefined) {
      throw refusal("no git repository", "the harness in a clone", "run it in a clone with the history");
    }
    if (changed !== "") {
      const files = changed.split("\n").length;
      throw refusal(
        `${files} changed ${files === 1 ? "file" : "files"}, which no commit has`,
        "a clean working tree",
        "commit the changes, or git stash",
      );
    }
    const resolved = [good, bad].map((name) => {
      const commit = this.#git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
      if (!commit) {
        throw refusal(
          `no commit ${JSON.stringify(name)}`,
          "two commits",
          "see git log; a shallow clone has few",
        );
      }
      return commit;
    });
    const [from, to] = resolved;
    const commits = this.#git("rev-list", "--reverse", "--first-parent", `${from}..${to}`)?.split("\n") ?? [];
    if (from === to || commits.join("") === "") {
      throw refusal("no commits between them", "GOOD before BAD", "swap them, or name others");
    }
    if (this.#git("merge-base", "--is-ancestor", from, to) === undefined) {
      throw refusal("two branches", "GOOD among the ancestors of BAD", "take their git merge-base for GOOD");
    }
    return { good: from, commits };
  }

  /** Makes git forget working trees whose folders are gone. */
  forgetRemovedTrees(): void {
    this.#git("worktree", "prune");
  }

  /** Short name and title of a commit. */
  title(commit: string): string {
    return this.#git("log", "-1", "--format=%h %s", commit) ?? commit;
  }

  /**
   * Makes a working tree in a folder that does not exist, on no branch.
   *
   * @throws {DeviceError} where git refuses.
   */
  addTree(folder: string, commit: string): WorkingTree {
    if (this.#git("worktree", "add", "--detach", "--quiet", folder, commit) === undefined) {
      throw new DeviceError({
        action: `check out ${commit} in ${folder}`,
        current: "a refusal by git",
        wanted: "a working tree beside this one",
        next: "try git worktree add yourself to see why",
      });
    }
    return {
      folder,
      checkOut: (other) => {
        if (runGit(folder, "checkout", "--detach", "--quiet", "--force", other) !== undefined) return;
        throw new DeviceError({
          action: `check out ${other}`,
          current: "a refusal by git",
          wanted: "the files of the commit",
          next: `try git -C ${folder} checkout ${other}`,
        });
      },
      [Symbol.dispose]: () => {
        this.#git("worktree", "remove", "--force", folder);
        this.forgetRemovedTrees();
      },
    };
  }

  #git(...args: string[]): string | undefined {
    return runGit(this.folder, ...args);
  }
}

/** Working tree of one commit at a time, removed when it is disposed of. */
export interface WorkingTree extends Disposable {
  /** Folder of the files. */
  readonly folder: string;
  /** Replaces the files by those of another commit. */
  checkOut(commit: string): void;
}

/**
 * Output of git in a folder; `undefined` where git fails.
 *
 * @throws {MissingError} where git cannot be started.
 */
function runGit(folder: string, ...args: string[]): string | undefined {
  try {
    return gitOutput(folder, ...args);
  } catch (cause) {
    throw new MissingError({
      action: "run git",
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: "git on the path",
      next: "install git",
    }, { cause });
  }
}
