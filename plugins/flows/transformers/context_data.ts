import { personNames } from '@crossdock/backend/users'
import { activityRead } from '@crossdock/backend/activity'
import { pluginHost } from '@crossdock/kernel/plugin'
import { holds } from '@crossdock/kernel/tenancy'
import { flowsWrite } from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import { secretsWith, withoutSecrets } from '../runs/stored_output.js'

/**
 * Returns the data that started a run, except what the caller may not read elsewhere. The content of its event
 * needs the permission to read the event. Other data needs the permission to change workflows. Secrets are
 * masked.
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
    userName: userId && (await personNames([userId]))(userId),
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
