// This is also the API for external plugins, and follows semantic versioning.
export { ContentStore } from './content_store.js'
export type { ContentStream } from './content/content_stream.js'
export type { StoredContent } from './content/content_writer.js'
export { contentId, encodeChunks, type ChunkRef } from '../chunks/index.js'
export type { ByteRange } from './content/content_reader.js'
export type { SequencePart } from './content/content_sequence.js'
export {
  ChunksMissing,
  ContentDamaged,
  ContentNotFound,
  ContentTooLarge,
  DraftTaken,
  LeaseEnded,
} from './errors.js'
export { chunkRoom, type ChunkRoom } from './index/chunk_room.js'
export { contentStore } from './service.js'
export { RequestPieces } from './uploads/request_pieces.js'
export { contentNames, type ContentNames } from './index/content_names.js'
export { collectSoon } from './gc/schedule.js'
export { UploadForm, type IncomingFile } from './uploads/upload_form.js'
export type { Drafts, TakenDraft } from './drafts/drafts.js'
export { smallBytes } from './content/small_contents.js'
