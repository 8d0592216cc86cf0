import { assetLibrary, type AssetInfo, type FileVersion } from '@crossdock/backend/assets'
import { Problem } from '@crossdock/kernel/http'
import type { TriggerEvent } from '@crossdock/flows/contracts'
import type { CallFile } from '../contracts/index.js'
import { isRecord } from './values.js'

/** What a call may read of the file it is about, and its content. */
export interface FileInCall {
  values: Record<string, unknown> | null
  file: CallFile | null
}

/**
 * The asset of a run. The version is the one the event tells of, or the form it came with, so that a file changed meanwhile does
 * not change the run; of an asset that is gone for good, only what the event says is known. What is closed to whoever lends
 * their rights, or caused the run, is neither. @throws Problem 404
 */
export async function fileInCall(
  assetId: string | null,
  { event = null, data }: { event?: TriggerEvent | null; data?: unknown } = {}
): Promise<FileInCall> {
  if (assetId === null) return { values: null, file: null }
  const told = event && event.targetId === assetId ? event.payload : sentWith(data, assetId)
  const library = assetLibrary.use()
  try {
    const asset = await library.find(assetId)
    if (asset.type === 'folder') return { values: { ...asset }, file: null }
    const number = typeof told.version === 'number' ? told.version : asset.version
    const version = await library.version(assetId, number)
    return { values: { ...asset, ...versionValues(version) }, file: fileOf(asset, version) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    if ((await library.closed([assetId])).size > 0) throw error
    return { values: { ...told, id: assetId, metadata: {} }, file: null }
  }
}

/** What the form that set off a run says of a file. */
function sentWith(data: unknown, assetId: string): Record<string, unknown> {
  const files: unknown[] = isRecord(data) && Array.isArray(data.files) ? data.files : []
  const sent = files.find((file) => isRecord(file) && file.assetId === assetId)
  if (!isRecord(sent)) return {}
  const { name, type: mimeType, size, version } = sent
  return { name, mimeType, size, version }
}

function versionValues({ version, size, hash }: FileVersion) {
  return { version, size, hash }
}

function fileOf(asset: AssetInfo, version: FileVersion): CallFile {
  return {
    name: asset.name,
    mimeType: asset.mimeType ?? 'application/octet-stream',
    size: version.size,
    open: async function* () {
      yield* await assetLibrary.use().open(version)
    },
  }
}
