/**
 * Folder of the harness, whose kernels are watched.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** Address of the folder, as errors of modules begin, with a slash at its end. */
export const HOME_URL: string = new URL("../../", import.meta.url).href;

/** Path of the folder, with a slash at its end. */
export const HOME: string = fileURLToPath(HOME_URL);
