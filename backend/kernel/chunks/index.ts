/*
 * How content is cut and named (`docs/chunking.md`). Server and agent share it, so it imports nothing but Node.
 */
export { CutPoints, HORIZON, LEAD_BYTES, MAX_CHUNK } from './cut_points.js'
export {
  chunkHash,
  contentId,
  decodeChunks,
  encodeChunks,
  hashAside,
  type ChunkRef,
} from './manifest.js'
