import { ask } from '@crossdock/kernel/database'
import { Page, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import type { Output } from '@crossdock/kernel/shapes'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { closedFolders } from '../folder_permissions/closed.js'
import { tagKey } from '../tag.js'
import type { tagShape } from '../validators/asset.js'
import { givenIds } from '../tree/given_ids.js'
import { closedValues, openFolderSql } from '../folder_permissions/outside_closed.js'

export const tagList: ListDefinition = {
  resource: 'tags',
  filters: { search: 'text' },
  sorts: { name: 'name' },
  defaultSort: ['name', 'asc'],
}

type Tag = Output<typeof tagShape>

/** Limit of the list; a search finds the others. */
const mostTags = 1_000
/** Counting stops at this number. */
const mostCounted = 1_000
/** Sorts after every text. */
const last = '\u{10ffff}'

/** Tags by name, up to the end of the page. Assets hidden from the caller are not counted. */
export async function listTags({ filter, sort, offset, limit }: ListRequest): Promise<Page<Tag>> {
  const isUp = sort.direction === 'asc'
  const closed = await closedFolders('read')
  // With closed folders, some tags are hidden; which ones is known only after reading them.
  const most = closed.size > 0 ? mostTags : Math.min(offset + limit + 1, mostTags)
  const keys = Array.isArray(filter.id)
    ? filter.id.map(tagKey).sort()
    : await keysFrom(tagKey(String(filter.search ?? '')), isUp, most)
  if (closed.size === 0) {
    return new Page(await tagsOfKeys(keys.slice(offset, offset + limit)), keys.length, offset)
  }
  const seen = await tagsOfKeys(keys, closed)
  return new Page(seen.slice(offset, offset + limit), seen.length, offset)
}

/** Jumps from tag to tag in the index, without reading all assets of a tag. */
async function keysFrom(beginning: string, isUp: boolean, most: number): Promise<string[]> {
  const [from, to] = [beginning, `${beginning}${last}`]
  const found = await ask<{ key: string }>(isUp ? upwards : downwards, [
    currentTenantId(),
    from,
    to,
    currentTenantId(),
    isUp ? to : from,
    most,
  ])
  return found.map(({ key }) => key)
}

const ofTenant = 'select tag_key from asset_tags where tenant_id = ?'

const walk = (order: string, isNext: string) => `with recursive found(tag_key, place) as (
    select tag_key, 1 from (
      ${ofTenant} and tag_key >= ? and tag_key < ? order by tag_key ${order} limit 1
    ) as first
    union all
    select (${ofTenant} and ${isNext} order by tag_key ${order} limit 1), place + 1
    from found where tag_key is not null and place < ?
  ) select tag_key as key from found where tag_key is not null`

const upwards = walk('asc', 'tag_key > found.tag_key and tag_key < ?')
const downwards = walk('desc', 'tag_key < found.tag_key and tag_key >= ?')

/**
 * Each tag, spelled as on the first visible asset that has it. A tag is left out if the first thousand assets with it
 * are in closed folders.
 */
async function tagsOfKeys(
  keys: readonly string[],
  closed: ReadonlySet<string> = new Set()
): Promise<Tag[]> {
  if (keys.length === 0) return []
  const isSeen = closed.size === 0 ? '' : `where ${visibleAssetSql()}`
  const values = closed.size === 0 ? [] : closedSqlValues(closed)
  const have = `from (
    select tag, asset_id from asset_tags where tenant_id = ? and tag_key = given
    order by asset_id limit ${mostCounted}
  ) as tagged ${isSeen}`
  const found = await ask<Tag>(
    `select given as id,
       (select tag ${have} order by asset_id limit 1) as name,
       (select count(*) ${have}) as count
     from (${givenIds()}) as keys`,
    [currentTenantId(), ...values, currentTenantId(), ...values, JSON.stringify(keys)]
  )
  return found.flatMap(({ id, name, count }) =>
    name === null ? [] : { id, name, count: Number(count) }
  )
}

const visibleAssetSql = () => `exists (
  select 1 from assets where assets.id = tagged.asset_id and assets.tenant_id = ?
    and assets.id not in (${givenIds()}) and ${openFolderSql()}
)`

const closedSqlValues = (closed: ReadonlySet<string>) => [
  currentTenantId(),
  JSON.stringify([...closed]),
  ...closedValues(closed),
]
