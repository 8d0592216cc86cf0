import type { IntegrationLog } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick, type Named } from '../../find.js'
import { beginningOf, isId } from '../../ids.js'
import { formatRelative } from '../../output/format.js'

const PATH = '/api/integrations/logs'
const MAX_CANDIDATES = 100
/** The end of a call's id is looked up among this many of the newest calls. */
const NEWEST = 1000

const kind: Named<IntegrationLog> = {
  one: 'call',
  list: 'crossdock logs list',
  ids: (log) => [log.id, log.executionId],
  about: (log) => `${log.status} ${log.statusCode ?? ''}, ${formatRelative(log.createdAt)}`,
}

/** A call by any part of its id, or of its execution's id when that execution made only one call. */
export async function findLog(api: ApiClient, typed: string): Promise<IntegrationLog> {
  const rows = async (filter: Record<string, string>, most = MAX_CANDIDATES) =>
    (await api.page<IntegrationLog>(PATH, { filter }, 0, most)).rows
  const id = isId(typed) ? typed.toLowerCase() : beginningOf(typed)
  // Fast lookups by index come first, the slow search last.
  const ways = [
    ...(id ? [() => rows({ id }), () => rows({ executionId: id })] : []),
    ...(isId(typed) ? [] : [() => rows({ search: typed }), () => rows({}, NEWEST)]),
  ]
  let found: IntegrationLog[] = []
  for (const find of ways) {
    found = await find()
    if (found.length > 0) break
  }
  return pick(found, typed, kind)
}
