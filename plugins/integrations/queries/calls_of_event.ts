import type { EventEffects } from '@crossdock/backend/events'
import { countUpTo } from '@crossdock/kernel/database'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { integrationsRead } from '../contracts/index.js'
import { IntegrationLog } from '../models/integration_log.js'
import { endpointNames } from './logs.js'

/** The calls of the runs that an event caused. The events of these runs contain their ids. */
export const callsOfEvents: EventEffects = {
  permission: integrationsRead,
  entityType: 'integration_log',
  async of({ caused }, most) {
    const naming = caused.filter(({ payload }) => payload.executionId)
    const executions = [...new Set(naming.map(({ payload }) => String(payload.executionId)))]
    if (executions.length === 0) return { total: 0, items: [] }
    // The index of calls begins with the environment. Outside of an environment, use the environment of the run.
    const environments = [...new Set(naming.flatMap(({ environmentId }) => environmentId ?? []))]
    const calls = await IntegrationLog.query()
      .whereIn('environment_id', environments)
      .whereIn('execution_id', executions)
      .orderBy('created_at')
      .orderBy('id')
      .limit(most.shown)
    const nameOf = await endpointNames(calls)
    const items = calls.map((call) => ({
      id: call.id,
      createdAt: call.createdAt,
      status: call.status,
      name: nameOf(call),
    }))
    const total =
      items.length < most.shown
        ? items.length
        : await countUpTo(
            tenantTable(IntegrationLog.table)
              .whereIn('environment_id', environments)
              .whereIn('execution_id', executions),
            most.counted
          )
    return { total, items }
  },
}
