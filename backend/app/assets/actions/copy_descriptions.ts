import { parseJson } from '@crossdock/kernel/json'
import { tenantRows } from '@crossdock/kernel/tenancy'
import type { Metadata } from '../contracts/index.js'
import { metadataRows } from '../metadata_values.js'
import { tagsOfAssets } from '../queries/marks.js'
import { tagRows } from './describe_asset.js'

interface Described {
  id: string
  of: { id: string }
  /** JSON text. */
  metadata: string
}

/** Copies tags and the rows of `asset_metadata`, which filters use. */
export async function copyDescriptions(copies: readonly Described[]): Promise<void> {
  const tags = await tagsOfAssets(copies.map(({ of }) => of.id))
  await tenantRows('asset_tags').insertAll(
    copies.flatMap(({ id, of }) => tagRows(id, tags.get(of.id) ?? []))
  )
  await tenantRows('asset_metadata').insertAll(
    copies.flatMap(({ id, metadata }) => metadataRows(id, parseJson(metadata) as Metadata))
  )
}
