import type { HttpContext, Router } from '@adonisjs/core/http'
import { nothingThere, Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { settings } from '../../settings/index.js'

const path = '/metrics'

/**
 * /metrics at the address of console and API. When it is off or has a separate port, the answer is that of an
 * unknown API address, and not the page of the console, which a scraper would take for metrics.
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
  if (!['GET', 'HEAD'].includes(request.method())) throw methodNotAllowed(request.method())
  const { hasToken } = await import('./scraper.js')
  if (!hasToken(request.header('authorization'), token)) {
    throw new Problem(
      401,
      'E_METRICS_TOKEN',
      text('Send the value of METRICS_TOKEN as "Authorization: Bearer …" to read the metrics.')
    )
  }
  const { metrics } = await import('./metrics.js')
  const current = metrics.use()
  response
    .header('content-type', current.contentType)
    .header('cache-control', 'no-store')
    .send(await current.read())
}

function methodNotAllowed(method: string): Problem {
  const allow = 'GET, HEAD'
  const sentence = text('{method} is not allowed at this address. Use one of {allow}.', {
    method,
    allow,
  })
  return new Problem(405, 'E_METHOD', sentence, { headers: { allow } })
}
