import type { Logger } from '@adonisjs/core/logger'
import type { HttpContext } from '@adonisjs/core/http'
import { recordOf, shownPath } from './request_record.js'
import { whenClosed } from '../ground/when_closed.js'

/** Middleware that logs one `info` line per request after its response ends. */
export function accessLog(logger: Logger) {
  const lines = logger.child({ log: 'access' })
  function watch(http: HttpContext): void {
    const { request, response } = http.request
    const started = performance.now()
    // Read the address now; a closed connection no longer has one.
    const ip = http.request.ip()
    const { socket } = request
    const sent = socket.bytesWritten
    whenClosed(response, () => {
      const { actor, tenantId, code, traceId } = recordOf(request)
      lines.info({
        method: request.method,
        path: shownPath(http),
        status: response.headersSent ? response.statusCode : null,
        complete: response.writableFinished,
        durationMs: Math.round(performance.now() - started),
        bytes: socket.bytesWritten - sent,
        actorId: actor?.id ?? null,
        tenantId,
        ip,
        requestId: http.request.id(),
        code,
        ...(traceId && { traceId }),
      })
    })
  }
  return class AccessLog {
    handle(http: HttpContext, next: () => Promise<void>): Promise<void> {
      watch(http)
      return next()
    }
  }
}
