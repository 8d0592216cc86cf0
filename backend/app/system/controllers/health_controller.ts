import { Answer } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { currentHealth, worst } from '../queries/health.js'
import { isTroubled, recentTrouble } from '../queries/trouble.js'
import { productVersion } from '../version.js'

/** For load balancers and monitors: says how things are, not why (that is for administrators). */
export default class HealthController {
  async show() {
    const components = Object.entries(await currentHealth())
    const status = worst(components.map(([, health]) => health.status))
    const body = {
      status,
      components: Object.fromEntries(components.map(([name, { status }]) => [name, { status }])),
    }
    return new Answer(status === 'down' ? 503 : 200, body, { 'cache-control': 'no-store' })
  }

  /** The same with the reasons, and what tenants are in trouble with: for the operator. */
  async details() {
    const components = await currentHealth()
    const trouble = await asOperator('the operator sees the trouble of all', recentTrouble)
    const statuses = Object.values(components).map(({ status }) => status)
    if (isTroubled(trouble)) statuses.push('degraded')
    return { status: worst(statuses), version: productVersion(), components, trouble }
  }

  /** The process answers. */
  live() {
    return new Answer(200, { status: 'ok' }, { 'cache-control': 'no-store' })
  }

  /** Requests can be served: nothing they need is down. */
  async ready() {
    const status = worst(Object.values(await currentHealth()).map((health) => health.status))
    const retry: Record<string, string> = status === 'down' ? { 'retry-after': '2' } : {}
    return new Answer(
      status === 'down' ? 503 : 200,
      { status },
      { 'cache-control': 'no-store', ...retry }
    )
  }
}
