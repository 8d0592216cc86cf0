import { transaction } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/http'
import { contentStore, type StoredContent, type UploadForm } from '@crossdock/kernel/storage'
import type { Receiver } from '../contracts/index.js'
import { mimeTypeOf } from '../mime_type.js'
import { Asset } from '../models/asset.js'
import { findFolder } from '../queries/find_folder.js'
import { takesName } from '../queries/find_sibling.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { isOutOfRoom, lockRoom } from '../room.js'
import { safeName } from '../safe_name.js'
import { addVersion } from './add_version.js'
import { freeFileName } from './copy_name.js'

interface Received {
  name: string
  mimeType: string
  content: StoredContent
}

/** How often names are looked for that others take in the same moment. */
const mostTries = 10

/** See `AssetVisits.receive`. Nothing is put anywhere before the whole form has come. */
export async function receiveBeside(
  form: UploadForm,
  folderId: string,
  { taken, also }: Receiver
): Promise<void> {
  const received: Received[] = []
  try {
    const maxBytes = await maxUploadBytes()
    for await (const file of form.files()) {
      const name = safeName(file.name, 'file')
      const content = await contentStore
        .use()
        .write(told(file.bytes, taken), { maxBytes, ownPieces: true })
      received.push({ name, mimeType: mimeTypeOf(name, file.mimeType), content })
    }
    await form.end()
    await putAll(received, folderId, also)
  } catch (error) {
    form.abandon()
    // A commit may have an unknown outcome: only what was refused for certain gives its room back.
    if (isOutOfRoom(error) || (error instanceof Problem && error.status < 500)) {
      for (const { content } of received) await contentStore.use().discard(content)
    }
    throw error
  }
}

async function* told(bytes: AsyncIterable<Uint8Array>, taken: Receiver['taken']) {
  for await (const piece of bytes) {
    await taken(piece.length)
    yield piece
  }
}

async function putAll(
  received: Received[],
  folderId: string,
  also: Receiver['also']
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(async () => {
        await lockRoom()
        const path = (await findFolder(folderId)).map(({ name }) => name)
        const made: Asset[] = []
        for (const file of received) made.push(await putBeside(file, folderId, path))
        await also(made)
      })
    } catch (error) {
      if (!takesName(error) || tries === mostTries) throw error
    }
  }
}

async function putBeside(file: Received, parentId: string, path: string[]): Promise<Asset> {
  const name = await freeFileName(parentId, file.name)
  const asset = new Asset()
  asset.merge({ parentId, name, type: 'file', version: 0, metadata: {}, trashedAt: null })
  await addVersion(asset, path, file)
  return asset
}
