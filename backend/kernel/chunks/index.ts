/*
 * How content is cut and named (`docs/chunking.md`). Shared by server and agent, so it imports only Node modules.
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
