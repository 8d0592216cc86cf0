import { Answer } from '@crossdock/kernel/http'
import { isStarted } from '@crossdock/kernel/plugin'
import { currentHealth, neededHealth, overallStatus } from '../queries/health.js'
import { healthDetails } from '../queries/health_details.js'

/** For load balancers and monitors: reports the status without reasons, which are for administrators. */
export default class HealthController {
  async show() {
    const components = Object.entries(await currentHealth())
    const status = overallStatus(components.map(([, health]) => health.status))
    const body = {
      status,
      components: Object.fromEntries(components.map(([name, { status }]) => [name, { status }])),
    }
    return new Answer(status === 'down' ? 503 : 200, body, { 'cache-control': 'no-store' })
  }

  /** The status with reasons and the failed work of tenants: for the operator. */
  details() {
    return healthDetails()
  }

  /** The process answers. */
  live() {
    return new Answer(200, { status: 'ok' }, { 'cache-control': 'no-store' })
  }

  /** The server can serve requests: the start has ended, and no component that every page needs is down. */
  async ready() {
    const found = Object.values(await neededHealth()).map((health) => health.status)
    const status = isStarted() ? overallStatus(found) : 'down'
    const retry: Record<string, string> = status === 'down' ? { 'retry-after': '2' } : {}
    return new Answer(
      status === 'down' ? 503 : 200,
      { status },
      { 'cache-control': 'no-store', ...retry }
    )
  }
}
