import type { WantedFile } from './download_places.js'

/** Files of at least this size are downloaded one by one and can resume. */
export const LARGE = 1024 * 1024
/** Files per request. Their ids are in the URL, whose length proxies limit. */
const BATCH_FILES = 100
const BATCH_BYTES = 8 * 1024 * 1024

/** Groups files for download: small ones together, in their order, and each large one separately. */
export async function* downloadTasks(
  files: AsyncIterable<WantedFile>
): AsyncGenerator<WantedFile[]> {
  let batch: WantedFile[] = []
  let bytes = 0
  for await (const file of files) {
    const { size } = file.asset
    // Empty files need no request.
    if (size === 0 || size >= LARGE) {
      yield [file]
      continue
    }
    if (batch.length === BATCH_FILES || bytes + size > BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
