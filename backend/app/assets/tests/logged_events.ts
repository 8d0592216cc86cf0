import { unscoped } from '@crossdock/kernel/database'
import { english } from '@crossdock/kernel/ground'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { AssetEventPayload } from '../contracts/index.js'

interface LoggedEvent {
  type: string
  payload: AssetEventPayload
  sentence: string | undefined
}

/** The events in the log about a tenant's files and folders, oldest first. */
export async function loggedEvents(tenantId: string): Promise<LoggedEvent[]> {
  const rows = await asOperator('read the log', () =>
    unscoped()
      .from('middleware_events')
      .where({ tenant_id: tenantId, target_type: 'asset' })
      .orderBy('seq')
  )
  return rows.map(({ event_type: type, payload: stored }) => {
    const payload = typeof stored === 'string' ? JSON.parse(stored) : stored
    const { activity } = pluginHost.use().eventTypes.find(({ name }) => name === type)!
    const said = activity?.(payload as never)
    return { type, payload, sentence: said && english(said) }
  })
}
