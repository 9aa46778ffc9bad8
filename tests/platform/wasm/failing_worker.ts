/**
 * Worker of a pool that fails as it starts.
 *
 * @module
 */
throw new Error("no room for another thread");
