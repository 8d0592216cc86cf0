import { transaction } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/ground'
import {
  contentStore,
  ContentTooLarge,
  type IncomingFile,
  type StoredContent,
  type UploadForm,
} from '@crossdock/kernel/storage'
import type { Receiver, RefusedFile } from '../contracts/index.js'
import { FileType } from '../mime_type.js'
import { Asset } from '../models/asset.js'
import { findFolder } from '../queries/find_folder.js'
import { isNameTakenError } from '../queries/find_sibling.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { isOverQuota, lockQuota, withLimitName } from '../storage_quota.js'
import { safeName } from '../safe_name.js'
import { discardBytes, storeFile } from './receive_file.js'
import { addVersion } from './add_version.js'
import { freeFileName } from './copy_name.js'

interface Received {
  name: string
  mimeType: string
  content: StoredContent
}

/** How often to try again when other uploads take the free names first. */
const mostTries = 10

/** See `AssetVisits.receive`. Files go into the folder only after the whole form has arrived. */
export async function receiveFiles(
  form: UploadForm,
  folderId: string,
  { taken, also }: Receiver
): Promise<RefusedFile[]> {
  const received: Received[] = []
  const refused: RefusedFile[] = []
  try {
    const maxBytes = await maxUploadBytes()
    for await (const { name, mimeType, bytes } of form.files()) {
      const file = { name, mimeType, bytes: countBytes(bytes, taken) }
      const one = await receive(file, maxBytes)
      if (one instanceof Problem) refused.push({ name, why: one })
      else received.push(one)
    }
    await form.end()
    if (received.length > 0) await putAll(received, folderId, also)
    return refused
  } catch (error) {
    form.abandon()
    // Only a refusal releases the bytes: after another error the commit may have succeeded.
    if (isOverQuota(error) || (error instanceof Problem && error.status < 500)) {
      for (const { content } of received) await contentStore.use().discard(content)
    }
    throw error
  }
}

/**
 * Stores one file. If it is refused, reads it to its end and returns the reason.
 * @throws errors that refuse the whole form
 */
async function receive(
  { name: given, mimeType, bytes }: IncomingFile,
  maxBytes: number
): Promise<Received | Problem> {
  const name = checkName(given)
  if (name instanceof Problem) {
    await discardBytes(bytes)
    return name
  }
  const type = new FileType(name, mimeType)
  try {
    const content = await storeFile(type.through(bytes), maxBytes)
    return { name, mimeType: await type.found(), content }
  } catch (error) {
    if (error instanceof ContentTooLarge) return (await withLimitName(error)) as Problem
    throw error
  }
}

function checkName(given: string): string | Problem {
  try {
    return safeName(given, 'file')
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

async function* countBytes(bytes: AsyncIterable<Uint8Array>, taken: Receiver['taken']) {
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
        await lockQuota()
        const path = (await findFolder(folderId)).map(({ name }) => name)
        const made: Asset[] = []
        for (const file of received) made.push(await putUnderFreeName(file, folderId, path))
        await also(made)
      })
    } catch (error) {
      if (!isNameTakenError(error) || tries === mostTries) throw error
    }
  }
}

async function putUnderFreeName(file: Received, parentId: string, path: string[]): Promise<Asset> {
  const name = await freeFileName(parentId, file.name)
  const asset = new Asset()
  asset.merge({ parentId, name, type: 'file', version: 0, metadata: {}, trashedAt: null })
  await addVersion(asset, path, file)
  return asset
}
