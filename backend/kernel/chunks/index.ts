/*
 * Cuts content into chunks and computes ids (`docs/chunking.md`). Server and agent share this, so it imports
 * only Node modules.
 */
export { CutPoints, HORIZON, LEAD_BYTES, MAX_CHUNK } from './cut_points.js'
export {
  chunkHash,
  contentId,
  decodeChunks,
  encodeChunks,
  hashInThread,
  type ChunkRef,
} from './manifest.js'
