import { activityRead } from '@crossdock/backend/activity'
import { pluginHost } from '@crossdock/kernel/plugin'
import { holds } from '@crossdock/kernel/tenancy'
import { flowsWrite } from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import { secretsWith, withoutSecrets } from '../runs/stored_output.js'

/**
 * What a run was started with, as far as the caller may read it elsewhere: the content of its event
 * where they may read such events, and other data where they change workflows. Secrets are masked.
 */
export async function contextDataOf(
  { contextData }: Pick<Execution, 'contextData'>,
  isClosed: boolean
) {
  const { assetId, userId, event, data } = contextData
  const showsData = holds(flowsWrite) && !isClosed
  const secrets = { ...(await secretsWith([])), byName: true }
  const masked = (value: unknown) => withoutSecrets(value, secrets)
  return {
    assetId,
    userId,
    event: event && {
      ...event,
      payload: mayReadEvent(event.eventType) && !isClosed ? masked(event.payload) : null,
    },
    data: showsData ? (masked(data) ?? null) : null,
    dataHidden: !showsData && data !== undefined,
  }
}

function mayReadEvent(name: string): boolean {
  const type = pluginHost.use().eventTypes.find((one) => one.name === name)
  return holds(activityRead) && (!type?.permission || holds(type.permission))
}
