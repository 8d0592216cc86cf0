import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { givenAssets } from '../tree/given_ids.js'

/** Values that a copy takes from an asset and its current version. */
export interface CopiedValues {
  id: string
  /** As JSON. */
  metadata: string
  words: string
  mimeType: string | null
  size: number
  /** Time of the asset. */
  fileModifiedAt: string | null
  /** Time of its current version, as the sender gave it. */
  saidModifiedAt: string | null
  /** null for folders. */
  contentId: string | null
}

/** By asset id. One statement reads an asset and its version, so they match. */
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
