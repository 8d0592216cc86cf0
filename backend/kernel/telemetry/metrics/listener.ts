import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { currentApplication, inApplication } from '../../ground/application.js'
import type { Metrics } from './metrics.js'
import { hasToken } from './scraper.js'

interface Place {
  host: string
  port: number
  token: string | undefined
}

/** Scrapers are few and request a single page. */
const maxConnections = 32
const timeoutMs = 10_000

/**
 * Serves /metrics on a separate port.
 * @returns a function that closes it
 * @throws the error of listen()
 */
export async function listenForScrapers(
  metrics: Metrics,
  { host, port, token }: Place
): Promise<() => Promise<void>> {
  const application = currentApplication()
  const server = createServer(
    { headersTimeout: timeoutMs, requestTimeout: timeoutMs },
    (request, response) =>
      void inApplication(application, () => answer(metrics, token, request, response))
  )
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () => close(server)
}

async function answer(
  metrics: Metrics,
  token: string | undefined,
  { method = '', url, headers }: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const say = (status: number, sentence: string, more = {}) =>
    response
      .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...more })
      .end(`${sentence}\n`)
  if (url?.split('?')[0] !== '/metrics') return void say(404, 'Only /metrics exists here.')
  if (!['GET', 'HEAD'].includes(method))
    return void say(405, 'Only GET is allowed.', { allow: 'GET, HEAD' })
  if (token && !hasToken(headers.authorization, token)) {
    const challenge = { 'www-authenticate': 'Bearer realm="Crossdock metrics"' }
    return void say(401, 'Send the value of METRICS_TOKEN as "Authorization: Bearer …".', challenge)
  }
  try {
    const text = await metrics.read()
    response
      .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .end(text)
  } catch {
    say(500, 'The metrics could not be read.')
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
