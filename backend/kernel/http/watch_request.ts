import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requests, type RequestHappening } from '../ground/happenings.js'
import { recordOf } from './request_record.js'
import { whenClosed } from '../ground/when_closed.js'

/**
 * Bytes read from each connection up to the end of its last answer. At the event of a request, Node has already
 * read the request's headers.
 */
const readBefore = new WeakMap<Socket, number>()

/** Handles a request and publishes its start and end to the diagnostics channel. */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener
): void {
  const { socket, headers } = request
  const { traceparent } = headers
  const sent = socket.bytesWritten
  const about: RequestHappening = {
    method: request.method ?? '',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    startedAt: performance.now(),
    route: null,
    status: null,
    requestId: null,
    tenantId: null,
    receivedBytes: 0,
    sentBytes: 0,
  }
  whenClosed(response, () => {
    const { route, requestId, tenantId } = recordOf(request)
    about.receivedBytes = socket.bytesRead - (readBefore.get(socket) ?? 0)
    about.sentBytes = socket.bytesWritten - sent
    readBefore.set(socket, socket.bytesRead)
    about.status = response.headersSent ? response.statusCode : null
    Object.assign(about, { route, requestId, tenantId })
    requests.asyncEnd.publish(about)
  })
  requests.start.runStores(about, () => {
    recordOf(request).traceId = about.traceId ?? null
    handle(request, response)
  })
}
