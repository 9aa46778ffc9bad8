/**
 * Folder of the harness, whose kernels are watched.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** Path of the folder, with a slash at its end. */
export const HOME: string = fileURLToPath(new URL("../../", import.meta.url));
