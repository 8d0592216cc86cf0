import { Answer } from '@crossdock/kernel/http'
import { currentHealth, worst } from '../queries/health.js'
import { productVersion } from '../version.js'

/** For load balancers and monitors: says how things are, not why (that is for administrators). */
export default class HealthController {
  async show() {
    const components = Object.entries(await currentHealth())
    const status = worst(components.map(([, health]) => health.status))
    const body = {
      status,
      version: productVersion(),
      components: Object.fromEntries(
        components.map(([name, { status, latencyMs }]) => [name, { status, latencyMs }])
      ),
    }
    return new Answer(status === 'down' ? 503 : 200, body, { 'cache-control': 'no-store' })
  }

  /** The process answers. */
  live() {
    return new Answer(200, { status: 'ok' }, { 'cache-control': 'no-store' })
  }

  /** Requests can be served: nothing they need is down. */
  async ready() {
    const status = worst(Object.values(await currentHealth()).map((health) => health.status))
    return new Answer(status === 'down' ? 503 : 200, { status }, { 'cache-control': 'no-store' })
  }
}
