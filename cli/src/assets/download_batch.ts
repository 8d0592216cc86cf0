import type { Asset } from '@crossdock/client'
import { ApiError } from '../api/api_error.js'
import type { ApiClient } from '../api/client.js'
import { unreachable } from '../api/unreachable.js'
import type { WantedFile } from './download_places.js'
import { LARGE } from './download_tasks.js'
import { persistently } from './retry.js'
import { storedFiles, StrangeZip } from './stored_zip.js'

/**
 * Downloads small files with one answer: a zip, whose files come in the order in which they were asked for.
 * Behind a broken connection it is asked for those that have not come.
 * @param keep told of each file with all its bytes
 * @returns those that are to be asked for by themselves: of a batch the server refuses, be it because one of them was
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
      if (bytes.length !== file?.asset.size) throw new StrangeZip()
      await keep(file, bytes)
      left.shift()
    }
  }
  try {
    await persistently(read, () => left.length < before)
  } catch (error) {
    const isAboutBatch = error instanceof ApiError || error instanceof StrangeZip
    if (!isAboutBatch) throw error
  }
  return left
}

async function* zipOf(api: ApiClient, files: readonly WantedFile[]): AsyncGenerator<Uint8Array> {
  const list = (of: (asset: Asset) => unknown) =>
    files.map(({ asset }) => encodeURIComponent(String(of(asset)))).join(',')
  // Commas that are encoded are part of a text.
  const query = `ids=${list(({ id }) => id)}&versions=${list(({ version }) => version)}`
  const response = await api.send('GET', `/api/assets/zip?${query}`, {
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  })
  try {
    yield* response.body ?? []
  } catch (error) {
    throw unreachable(api.server, error)
  }
}
