// What plugins from outside may use, too: it keeps its promise from version to version.
export { ContentStore } from './content_store.js'
export type { ContentStream } from './content_stream.js'
export type { StoredContent } from './content_writer.js'
export { contentId, encodeChunks, type ChunkRef } from '../chunks/index.js'
export type { ByteRange } from './content_reader.js'
export type { SequencePart } from './content_sequence.js'
export {
  ChunksMissing,
  ContentDamaged,
  ContentNotFound,
  ContentTooLarge,
  DraftTaken,
  LeaseEnded,
} from './errors.js'
export { chunkRoom, type ChunkRoom } from './chunk_room.js'
export { contentStore } from './service.js'
export { RequestPieces } from './request_pieces.js'
export { contentNames, type ContentNames } from './content_names.js'
export { giveBackSoon } from './giving_back/schedule.js'
export { UploadForm, type IncomingFile } from './upload_form.js'
export type { Drafts, TakenDraft } from './drafts/drafts.js'
export { smallBytes } from './small_contents.js'
