import type { ApiClient } from '../../api/client.js'
import { filterOf } from '../activity/filter.js'

export interface AuditOptions {
  chain?: string
  user?: string
  type?: string
  target?: string
  since?: string
  until?: string
}

/** What the flags ask the audit for. */
export async function auditFilter(
  { chain, ...options }: AuditOptions,
  connect: () => Promise<ApiClient>
): Promise<Record<string, string | undefined>> {
  const { userId, eventType, entityId, after, before } = await filterOf(options, connect)
  return { chain, userId, eventType, targetId: entityId, after, before }
}
