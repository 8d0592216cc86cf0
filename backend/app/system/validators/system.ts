import vine from '@vinejs/vine'

const status = () => vine.enum(['ok', 'degraded', 'down'])

const component = () => vine.object({ status: status(), latencyMs: vine.number().optional() })

export const healthResponse = vine.create({
  status: status(),
  version: vine.string(),
  components: vine.record(component()),
})

export const liveResponse = vine.create({ status: status() })

export const metricsResponse = vine.create({
  totalAssets: vine.number(),
  activeUsers: vine.number(),
  integrations: vine.number(),
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
    vine.object({
      name: vine.string(),
      version: vine.string(),
      dependsOn: vine.array(vine.string()),
      contributions: vine.array(vine.object({ kind: vine.string(), name: vine.string() })),
      health: vine.object({ status: status(), checks: vine.record(check()) }),
    })
  )
)
