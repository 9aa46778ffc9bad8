/**
 * Asynchronous embedding push (AEP) of distgnn-mb: embeddings that ranks send each other without a request.
 *
 * @module
 */
export { AscendingIds } from "./ascending_ids.ts";
export { choosePush, type EmbeddingPush, PUSH_LIMIT, type PushOptions } from "./embedding_push.ts";
export { type MapOrder, type MappedVertices, mapVertices, type PushMap, pushMap } from "./push_map.ts";
export { pushMessages, readPush, type ReceivedPush } from "./push_message.ts";
export { type PushDraw, WeightedSampler, type WeightedSamples } from "./weighted_sample.ts";
