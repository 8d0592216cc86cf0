import type { HttpContext, Router } from '@adonisjs/core/http'
import { nothingThere, Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { settings } from '../../settings/index.js'

const path = '/metrics'

/**
 * /metrics at the address of console and API. Where it is not switched on, or has a port of its own, there is nothing
 * here, as at any address of the API that is unknown: not the page of the console, which a scraper would take for figures.
 */
export function registerMetrics(router: Router): void {
  const { METRICS_TOKEN, METRICS_PORT } = settings.use()
  const token = METRICS_PORT ? undefined : METRICS_TOKEN
  router.any(path, (http) => {
    if (!token) throw nothingThere()
    return answer(http, token)
  })
}

async function answer({ request, response }: HttpContext, token: string): Promise<void> {
  if (!['GET', 'HEAD'].includes(request.method())) throw notPossible(request.method())
  const { bringsToken } = await import('./scraper.js')
  if (!bringsToken(request.header('authorization'), token)) {
    throw new Problem(
      401,
      'E_METRICS_TOKEN',
      text('Send the value of METRICS_TOKEN as "Authorization: Bearer …" to read the metrics.')
    )
  }
  const { metrics } = await import('./metrics.js')
  const figures = metrics.use()
  response
    .header('content-type', figures.contentType)
    .header('cache-control', 'no-store')
    .send(await figures.read())
}

function notPossible(method: string): Problem {
  const allow = 'GET, HEAD'
  const sentence = text('{method} is not possible at this address. Possible are {allow}.', {
    method,
    allow,
  })
  return new Problem(405, 'E_METHOD', sentence, { headers: { allow } })
}
