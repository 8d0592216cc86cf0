import { OutcomeUnknown, transaction } from '@crossdock/kernel/database'
import { contentStore, type IncomingFile } from '@crossdock/kernel/storage'
import type { TakenFile } from '../contracts/index.js'
import { FileType } from '../mime_type.js'
import { AssetVersion } from '../models/asset_version.js'
import { isNameTakenError } from '../queries/find_sibling.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { lockQuota, withLimitName } from '../storage_quota.js'
import { safeName } from '../safe_name.js'
import { storeFile } from './receive_file.js'
import { putFile, type UploadedFile } from './upload_file.js'

/** A sender may repeat a file. The same bytes add no version. */
const keepSame = true

/** See `AssetLibrary.take`. */
export async function takeFiles<Result>(
  files: AsyncIterable<IncomingFile> | Iterable<IncomingFile>,
  parentId: string,
  work: (put: () => Promise<TakenFile[]>) => Promise<Result>
): Promise<Result> {
  const written: UploadedFile[] = []
  let isPut = false
  const attempt = () =>
    transaction(async () => {
      isPut = false
      await lockQuota()
      return await work(async () => {
        const put: TakenFile[] = []
        for (const file of written) put.push(await take(file))
        isPut = true
        return put
      })
    })
  try {
    for await (const file of files) written.push(await write(file, parentId))
    const result = await attempt().catch((error: unknown) => {
      if (!isNameTakenError(error)) throw error
      // Another transaction took the name in between.
      return attempt()
    })
    if (!isPut) await discard(written)
    return result
  } catch (error) {
    // After an unknown outcome, rows may need these bytes. If not, garbage collection removes them.
    if (!(error instanceof OutcomeUnknown)) await discard(written)
    throw error
  }
}

async function write(
  { name: given, mimeType, bytes }: IncomingFile,
  parentId: string
): Promise<UploadedFile> {
  const name = safeName(given, 'file')
  const type = new FileType(name, mimeType)
  try {
    const content = await storeFile(type.through(bytes), await maxUploadBytes())
    return { parentId, name, mimeType: await type.found(), content }
  } catch (error) {
    throw await withLimitName(error)
  }
}

async function take(file: UploadedFile): Promise<TakenFile> {
  const { id: assetId, name, mimeType, size, version } = (await putFile(file, keepSame)).asset
  const { id: versionId } = await AssetVersion.query()
    .where({ asset_id: assetId, version })
    .select('id')
    .firstOrFail()
  return { assetId, name, mimeType: mimeType ?? file.mimeType, size, version, versionId }
}

async function discard(written: readonly UploadedFile[]): Promise<void> {
  for (const { content } of written) await contentStore.use().discard(content)
}
