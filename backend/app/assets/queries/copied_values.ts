import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { givenAssets } from '../tree/given_ids.js'

/** Values that a copy takes from an asset and its current version. */
export interface CopiedValues {
  id: string
  /** JSON text. */
  metadata: string
  words: string
  mimeType: string | null
  size: number
  /** The asset's own time; copied to the new asset. */
  fileModifiedAt: string | null
  /** The time that the sender gave for the current version; null if none. */
  saidModifiedAt: string | null
  /** null for folders. */
  contentId: string | null
}

/** The values by asset id. One statement reads assets and versions, so they match. */
export async function copiedValues(
  ids: readonly string[]
): Promise<ReadonlyMap<string, CopiedValues>> {
  const found = await ask<CopiedValues>(
    `select asset.id, cast(asset.metadata as text) as metadata, asset.words, asset.mime_type as "mimeType",
       asset.size, asset.file_modified_at as "fileModifiedAt", present.file_modified_at as "saidModifiedAt",
       content_id as "contentId" from ${givenAssets()}`,
    [JSON.stringify(ids), currentTenantId()]
  )
  return new Map(found.map((values) => [values.id, { ...values, size: Number(values.size) }]))
}
