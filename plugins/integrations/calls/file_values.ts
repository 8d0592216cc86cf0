import { assetLibrary, type AssetInfo, type FileVersion } from '@crossdock/backend/assets'
import { Problem } from '@crossdock/kernel/ground'
import type { TriggerEvent } from '@crossdock/flows/contracts'
import type { CallFile } from '../contracts/index.js'
import { isRecord } from '../placeholders/values.js'

/** The file of a call: values that the call may read, and its content. */
export interface FileInCall {
  values: Record<string, unknown> | null
  file: CallFile | null
}

/**
 * Loads the asset of a run. It uses the version of the event or of the form, so that later changes of the file
 * do not change the run. For a permanently deleted asset, only the values in the event are available. A file
 * counts as not found if it is closed to the person whose rights apply, or to the person who caused the run.
 * @throws Problem 404
 */
export async function fileInCall(
  assetId: string | null,
  { event = null, data }: { event?: TriggerEvent | null; data?: unknown } = {}
): Promise<FileInCall> {
  if (assetId === null) return { values: null, file: null }
  const facts = event && event.targetId === assetId ? event.payload : valuesFromForm(data, assetId)
  const library = assetLibrary.use()
  try {
    const asset = await library.find(assetId)
    if (asset.type === 'folder') return { values: { ...asset }, file: null }
    const number = typeof facts.version === 'number' ? facts.version : asset.version
    const version = await library.version(assetId, number)
    return { values: { ...asset, ...versionValues(version) }, file: fileOf(asset, version) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    if ((await library.findClosed([assetId])).size > 0) throw error
    return { values: { ...facts, id: assetId, metadata: {} }, file: null }
  }
}

/** Returns the values that the form which started a run gave for a file. */
function valuesFromForm(data: unknown, assetId: string): Record<string, unknown> {
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
