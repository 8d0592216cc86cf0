import { ask } from '@crossdock/kernel/database'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { rowsOfGiven } from './given_ids.js'

/** What people have marked an asset with. */
export interface Marks {
  tags: string[]
  /** By who asks. */
  starred: boolean
}

interface Mark {
  assetId: string
  /** Null for a star. */
  tag: string | null
}

const none: Marks = { tags: [], starred: false }

/** The marks of assets, read with one statement. @returns those of any id */
export async function marksOf(ids: readonly string[]): Promise<(id: string) => Marks> {
  if (ids.length === 0) return () => none
  const { userId } = currentContext().actor
  const given = [JSON.stringify(ids), currentTenantId()]
  const tags = `select asset_tags.id as id, asset_id as "assetId", tag from ${rowsOfGiven('asset_tags')}`
  const stars = `select asset_stars.id as id, asset_id as "assetId", null as tag
    from ${rowsOfGiven('asset_stars')} where user_id = ?`
  const found =
    userId === null
      ? await ask<Mark>(`${tags} order by id`, given)
      : await ask<Mark>(`${tags} union all ${stars} order by id`, [...given, ...given, userId])
  const marks = new Map<string, Marks>()
  for (const { assetId, tag } of found) {
    const known = marks.get(assetId) ?? { tags: [], starred: false }
    if (tag === null) known.starred = true
    else known.tags.push(tag)
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
