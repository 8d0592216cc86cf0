import { answerShape, anything, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const status = () => vine.enum(['ok', 'degraded', 'down'])
export const partStatus = () =>
  vine
    .enum(['ok', 'unknown', 'degraded', 'down'])
    .meta({ description: 'unknown: the server has not tried it yet.' })
export const count = () => vine.number().withoutDecimals()
export const trouble = () => vine.object({ failedJobs: count(), parkedEvents: count() })

export const check = () =>
  vine.object({
    status: partStatus(),
    message: vine.string().optional(),
    latencyMs: vine.number().optional(),
  })

export const healthResponse = answerShape('Health', {
  status: status(),
  components: vine.record(vine.object({ status: partStatus() })),
})

export const healthDetailsResponse = answerShape('HealthDetails', {
  status: status(),
  version: vine.string(),
  components: vine.record(check()),
  trouble: trouble(),
})

export const liveResponse = answerShape('Liveness', { status: status() })

export const metricsResponse = answerShape('DashboardMetrics', {
  totalAssets: count(),
  activeUsers: count().meta({
    description: 'People with access who have signed in at least once.',
  }),
  invitedUsers: count().meta({ description: 'People with access who have never signed in.' }),
  integrations: count(),
  systemStatus: vine.enum(['operational', 'degraded', 'down']),
  trouble: trouble(),
})

export const pluginsResponse = vine.create(
  vine.array(
    namedShape('Plugin', {
      name: vine.string(),
      version: vine.string(),
      package: vine.string().nullable().meta({
        description: 'The npm package that contains it; null for plugins of Crossdock itself.',
      }),
      operator: vine
        .boolean()
        .meta({ description: 'The plugin may work across tenants (asOperator).' }),
      dependsOn: vine.array(vine.string()),
      contributions: vine.array(vine.object({ kind: vine.string(), name: vine.string() })),
      health: vine.object({ status: partStatus(), checks: vine.record(check()) }),
    })
  )
)

export const openapiResponse = vine.create(vine.record(anything()))

export const eventTypesResponse = vine.create(
  vine.array(
    namedShape('EventType', {
      name: vine.string(),
      description: vine.string(),
      permission: vine.string().nullable(),
      group: vine
        .string()
        .nullable()
        .meta({ description: 'A value of the filter `group` of GET /events.' }),
      payload: vine.record(anything()).meta({ description: 'A JSON Schema.' }),
    })
  )
)
