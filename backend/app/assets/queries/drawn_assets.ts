import { ask, dialect } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { canBeDrawn } from '../pictures/draw.js'
import { givenAssets } from './given_ids.js'

/** Looked up one by one, whatever PostgreSQL knows of the table. */
const thumbnail = {
  postgres: `cross join lateral (
    select 1 from thumbnails where tenant_id = asset.tenant_id and source_id = present.content_id
    and content_id is not null offset 0
  ) as thumbnail`,
  sqlite: `join thumbnails on thumbnails.tenant_id = asset.tenant_id
    and thumbnails.source_id = present.content_id and thumbnails.content_id is not null`,
}

/** Ids of those of the assets whose present version has a thumbnail. */
export async function drawnAssets(
  assets: readonly { id: string; mimeType: string | null }[]
): Promise<ReadonlySet<string>> {
  const ids = assets.filter(({ mimeType }) => canBeDrawn(mimeType)).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const found = await ask<{ id: string }>(
    `select asset.id from ${givenAssets()} ${thumbnail[dialect()]}`,
    [JSON.stringify(ids), currentTenantId()]
  )
  return new Set(found.map(({ id }) => id))
}
