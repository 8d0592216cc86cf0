import type { ApiClient } from '../../api/client.js'
import { filterOf } from '../activity/filter.js'
import { personInAudit } from './person.js'

export interface AuditOptions {
  chain?: string
  user?: string
  type?: string
  target?: string
  since?: string
  until?: string
}

/** The audit filter from the flags. */
export async function auditFilter(
  { chain, user, ...options }: AuditOptions,
  connect: () => Promise<ApiClient>
): Promise<Record<string, string | undefined>> {
  const { eventType, entityId, after, before } = await filterOf(options, connect)
  const userId = user && (await personInAudit(await connect(), user, chain))
  return { chain, userId, eventType, targetId: entityId, after, before }
}
