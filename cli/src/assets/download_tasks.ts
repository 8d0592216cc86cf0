import type { WantedFile } from './download_places.js'

/** Files from here on come by themselves, and go on where they broke off. */
export const LARGE = 1024 * 1024
/** What comes with one answer; their ids stand in its address, which proxies bound. */
const BATCH_FILES = 100
const BATCH_BYTES = 8 * 1024 * 1024

/** Files as they are asked for: small ones together, in the order in which they come, and each other by itself. */
export async function* downloadTasks(
  files: AsyncIterable<WantedFile>
): AsyncGenerator<WantedFile[]> {
  let batch: WantedFile[] = []
  let bytes = 0
  for await (const file of files) {
    const { size } = file.asset
    // An empty one is not asked for at all.
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
