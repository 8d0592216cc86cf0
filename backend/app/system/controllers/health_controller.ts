import { Answer } from '@crossdock/kernel/http'
import { isStarted } from '@crossdock/kernel/plugin'
import { currentHealth, worst } from '../queries/health.js'
import { healthDetails } from '../queries/health_details.js'

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
  details() {
    return healthDetails()
  }

  /** The process answers. */
  live() {
    return new Answer(200, { status: 'ok' }, { 'cache-control': 'no-store' })
  }

  /** Requests can be served: the start has ended, and nothing they need is down. */
  async ready() {
    const found = Object.values(await currentHealth()).map((health) => health.status)
    const status = isStarted() ? worst(found) : 'down'
    const retry: Record<string, string> = status === 'down' ? { 'retry-after': '2' } : {}
    return new Answer(
      status === 'down' ? 503 : 200,
      { status },
      { 'cache-control': 'no-store', ...retry }
    )
  }
}
