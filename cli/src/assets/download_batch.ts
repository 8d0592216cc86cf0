import type { Asset } from '@crossdock/client'
import { ApiError } from '../api/api_error.js'
import type { ApiClient } from '../api/client.js'
import { unreachableError } from '../api/unreachable.js'
import type { WantedFile } from './download_places.js'
import { LARGE } from './download_tasks.js'
import { retryUntilDone } from './retry.js'
import { storedFiles, UnexpectedZip } from './stored_zip.js'

/**
 * Downloads small files with one request: a zip with the files in the order of the request. After a broken
 * connection it requests the missing files again.
 * @param keep called with each file and all its bytes
 * @returns the files to download one by one, because the server refuses the batch, for example when a file was
 *   changed or deleted since it was listed
 */
export async function downloadBatch(
  api: ApiClient,
  files: readonly WantedFile[],
  keep: (file: WantedFile, bytes: Buffer) => Promise<void>
): Promise<WantedFile[]> {
  const left = [...files]
  let before = 0
  const read = async () => {
    before = left.length
    if (before === 0) return
    for await (const bytes of storedFiles(zipOf(api, left), LARGE)) {
      const file = left[0]
      if (bytes.length !== file?.asset.size) throw new UnexpectedZip()
      await keep(file, bytes)
      left.shift()
    }
  }
  try {
    await retryUntilDone(read, () => left.length < before)
  } catch (error) {
    const isAboutBatch = error instanceof ApiError || error instanceof UnexpectedZip
    if (!isAboutBatch) throw error
  }
  return left
}

async function* zipOf(api: ApiClient, files: readonly WantedFile[]): AsyncGenerator<Uint8Array> {
  const list = (of: (asset: Asset) => unknown) =>
    files.map(({ asset }) => encodeURIComponent(String(of(asset)))).join(',')
  // Encoded commas are part of a value.
  const query = `ids=${list(({ id }) => id)}&versions=${list(({ version }) => version)}`
  const response = await api.send('GET', `/api/assets/zip?${query}`, {
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  })
  try {
    yield* response.body ?? []
  } catch (error) {
    throw unreachableError(api.server, error)
  }
}
