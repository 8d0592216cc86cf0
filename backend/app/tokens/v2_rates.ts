import { Cache } from '@crossdock/kernel/cache'
import { clock, unscoped } from '@crossdock/kernel/database'
import { Limit, type LimitRule } from '@crossdock/kernel/limits'
import { text } from '@crossdock/kernel/ground'
import type { Stage } from '@crossdock/kernel/http'
import { parseJson } from '@crossdock/kernel/json'
import { noteStanding, policyOf, writeStandings } from '@crossdock/kernel/ledger'
import { asOperator } from '@crossdock/kernel/tenancy'
import { apiRates } from './contracts/index.js'

type TooMany = NonNullable<LimitRule['tooMany']>

const perMinute = (points: number): TooMany => {
  const sentence = (wait: number) =>
    text(
      'This caller may send {points} requests a minute to /api/v2. Try again in {wait} seconds.',
      { points, wait }
    )
  return { seconds: sentence, minutes: (wait) => sentence(wait * 60), hours: sentence }
}

const perHour = (points: number): TooMany => {
  const sentence = (wait: number) =>
    text(
      'This caller may send {points} requests an hour to /api/v2. Try again in {wait} minutes.',
      { points, wait }
    )
  return { seconds: () => sentence(1), minutes: sentence, hours: (wait) => sentence(wait * 60) }
}

const minuteSeconds = 60
const hourSeconds = 3_600

/** A limit and its name in the `RateLimit` headers. */
function rate(name: string, shown: string, points: number, seconds: number, tooMany: TooMany) {
  return {
    limit: new Limit({ name: `api.v2.${name}`, points, seconds, tooMany }),
    policy: policyOf(shown, points, seconds),
  }
}

const hourly = (name: string, points: number) =>
  rate(name, 'v2-hour', points, hourSeconds, perHour(points))

const burst = rate('minute', 'v2-minute', apiRates.burst, minuteSeconds, perMinute(apiRates.burst))
const standard = hourly('hour', apiRates.standard)
const enterprise = hourly('hour.enterprise', apiRates.enterprise)

/** A change of the plan applies immediately; a manual change in the database after this long. */
const freshMs = 60_000

const isEnterprise = new Cache<boolean>({
  load: (tenantId) =>
    asOperator('a plan says how many requests a tenant may send', async () => {
      const row = await unscoped().from('tenants').select('settings').where('id', tenantId).first()
      const { plan } = (row ? parseJson(String(row.settings)) : {}) as { plan?: string }
      return plan === 'enterprise'
    }),
  until: () => clock.now() + freshMs,
  drop: ({ targetType, targetId }) =>
    targetType === 'tenant' ? (_, tenantId) => tenantId === targetId : undefined,
})

/** Rates per caller for `/api/v2`: 100 a minute, and 1,000 an hour, or 10,000 with the plan `enterprise`. */
export const v2Rates: Stage = {
  at: 'admit',
  async around({ operation, identity, context, http }, next) {
    if (operation.section && identity) {
      const key = `${identity.credential.type}:${identity.credential.id}`
      const { tenantId, request } = context
      const hour = tenantId && (await isEnterprise.get(tenantId)) ? enterprise : standard
      for (const { limit, policy } of [burst, hour]) {
        noteStanding(request, { policy, ...(await limit.use(key)) })
      }
      writeStandings(http, request)
    }
    await next()
  },
}
