import type { IntegrationLog } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick, type Named } from '../../find.js'
import { formatRelative } from '../../output/format.js'
import { isId } from '../../ids.js'

const PATH = '/api/integrations/logs'
const ENOUGH_TO_TELL = 100
/** Calls are found by the end of their own id among so many. */
const NEWEST = 1000

const kind: Named<IntegrationLog> = {
  one: 'call',
  list: 'crossdock logs list',
  ids: (log) => [log.id, log.executionId],
  about: (log) => `${log.status} ${log.statusCode ?? ''}, ${formatRelative(log.createdAt)}`,
}

/** A call by any part of its id, or of its execution's when that made no other. */
export async function findLog(api: ApiClient, typed: string): Promise<IntegrationLog> {
  const matching = async (filter: Record<string, string>, most = ENOUGH_TO_TELL) =>
    (await api.page<IntegrationLog>(PATH, { filter }, 0, most)).rows
  const byId = isId(typed) ? await matching({ id: typed.toLowerCase() }) : []
  const byRun = byId.length > 0 ? byId : await matching({ search: typed })
  return pick(byRun.length > 0 ? byRun : await matching({}, NEWEST), typed, kind)
}
