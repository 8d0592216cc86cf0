import type { LocalEntry } from './local_tree.js'

/** Files of at least this size are uploaded separately, in chunks. */
const LARGE = 4 * 1024 * 1024
/** Limits of one request. */
const BATCH_FILES = 1000
const BATCH_BYTES = 8 * 1024 * 1024

export type UploadTask =
  | { type: 'batch'; files: LocalEntry[] }
  | { type: 'large'; file: LocalEntry }
  | { type: 'folder'; folder: LocalEntry }

/** Groups files for upload: small ones together, in their order. */
export async function* uploadTasks(entries: AsyncIterable<LocalEntry>): AsyncGenerator<UploadTask> {
  let files: LocalEntry[] = []
  let bytes = 0
  for await (const entry of entries) {
    if (entry.type === 'folder') yield { type: 'folder', folder: entry }
    else if (entry.size >= LARGE) yield { type: 'large', file: entry }
    else {
      if (files.length === BATCH_FILES || bytes + entry.size > BATCH_BYTES) {
        yield { type: 'batch', files }
        files = []
        bytes = 0
      }
      files.push(entry)
      bytes += entry.size
    }
  }
  if (files.length > 0) yield { type: 'batch', files }
}
