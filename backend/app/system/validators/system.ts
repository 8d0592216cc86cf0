import { answerShape, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const status = () => vine.enum(['ok', 'degraded', 'down'])

const component = () => vine.object({ status: status(), latencyMs: vine.number().optional() })

export const healthResponse = answerShape('Health', {
  status: status(),
  version: vine.string(),
  components: vine.record(component()),
})

export const liveResponse = answerShape('Liveness', { status: status() })

export const metricsResponse = answerShape('DashboardMetrics', {
  totalAssets: vine.number().withoutDecimals(),
  activeUsers: vine.number().withoutDecimals(),
  integrations: vine.number().withoutDecimals(),
  systemStatus: vine.enum(['operational', 'degraded', 'down']),
})

const check = () =>
  vine.object({
    status: status(),
    message: vine.string().optional(),
    latencyMs: vine.number().optional(),
  })

export const pluginsResponse = vine.create(
  vine.array(
    namedShape('Plugin', {
      name: vine.string(),
      version: vine.string(),
      dependsOn: vine.array(vine.string()),
      contributions: vine.array(vine.object({ kind: vine.string(), name: vine.string() })),
      health: vine.object({ status: status(), checks: vine.record(check()) }),
    })
  )
)
