import { ask, dialect } from '@crossdock/kernel/database'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { canBeDrawn } from '../pictures/draw.js'
import { rowsOfGiven } from '../tree/given_ids.js'

/** Data about an asset from other tables. */
export interface Marks {
  tags: string[]
  /** Starred by the caller. */
  starred: boolean
  /** Whether the current version has a thumbnail. */
  hasThumbnail: boolean
}

interface Mark {
  assetId: string
  kind: 'tag' | 'star' | 'thumbnail'
  tag: string | null
}

const none: Marks = { tags: [], starred: false, hasThumbnail: false }

/**
 * Assets with a thumbnail of their current version. Value: a JSON object of version numbers by asset id.
 * `offset 0` forces lookups by id, whatever PostgreSQL's statistics say.
 */
const drawn = {
  postgres: `json_each_text(?::json) as given
    cross join lateral (
      select * from asset_versions where asset_id = given.key and version = given.value::integer
      and tenant_id = ? offset 0
    ) as present
    cross join lateral (
      select 1 from thumbnails where tenant_id = present.tenant_id and source_id = present.content_id
      and content_id is not null offset 0
    ) as thumbnail`,
  sqlite: `json_each(?) as given
    cross join asset_versions as present on present.asset_id = given.key
      and present.version = given.value and present.tenant_id = ?
    join thumbnails on thumbnails.tenant_id = present.tenant_id
      and thumbnails.source_id = present.content_id and thumbnails.content_id is not null`,
}

const tags = () => `select asset_tags.id as id, asset_id as "assetId", 'tag' as kind, tag
  from ${rowsOfGiven('asset_tags')}`
const stars = () => `select asset_stars.id as id, asset_id as "assetId", 'star' as kind, null as tag
  from ${rowsOfGiven('asset_stars')} where user_id = ?`
const thumbnails =
  () => `select '' as id, present.asset_id as "assetId", 'thumbnail' as kind, null as tag
  from ${drawn[dialect()]}`

/** Reads the marks of assets with one statement. @returns a function that gives the marks of an id */
export async function marksOf(
  assets: readonly { id: string; mimeType: string | null; version: number }[]
): Promise<(id: string) => Marks> {
  if (assets.length === 0) return () => none
  const { userId } = currentContext().actor
  const tenantId = currentTenantId()
  const all = JSON.stringify(assets.map(({ id }) => id))
  const drawable = assets.filter(({ mimeType }) => canBeDrawn(mimeType))
  const asked = [{ text: tags(), values: [all, tenantId] }]
  if (userId !== null) asked.push({ text: stars(), values: [all, tenantId, userId] })
  if (drawable.length > 0) {
    const versions = drawable.map(({ id, version }) => `"${id}":${version}`)
    asked.push({ text: thumbnails(), values: [`{${versions.join(',')}}`, tenantId] })
  }
  const text = asked.map((one) => one.text).join(' union all ')
  const values = asked.flatMap((one) => one.values)
  const marks = new Map<string, Marks>()
  for (const { assetId, kind, tag } of await ask<Mark>(`${text} order by id`, values)) {
    const known = marks.get(assetId) ?? { ...none, tags: [] }
    if (kind === 'star') known.starred = true
    else if (kind === 'thumbnail') known.hasThumbnail = true
    else known.tags.push(tag!)
    marks.set(assetId, known)
  }
  return (id) => marks.get(id) ?? none
}

/** The tags of assets in the order they were given, by the assets' ids. */
export async function tagsOfAssets(ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = await ask<{ assetId: string; tag: string }>(
    `select asset_id as "assetId", tag from ${rowsOfGiven('asset_tags')} order by asset_tags.id`,
    [JSON.stringify(ids), currentTenantId()]
  )
  const tags = new Map<string, string[]>()
  for (const { assetId, tag } of found) tags.set(assetId, [...(tags.get(assetId) ?? []), tag])
  return tags
}
