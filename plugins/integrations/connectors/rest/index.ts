import { egress, EgressUnreadable, type EgressResponse } from '@crossdock/kernel/egress'
import { MASK } from '@crossdock/kernel/secrets'
import vine from '@vinejs/vine'
import { httpAuthTypes } from '../../auth_types/index.js'
import { capabilities, type Call, type CallOutcome, type Connector } from '../../contracts/index.js'
import { authenticate, shownAuthentication, type Authentication } from './authenticate.js'
import { buildRequest, headerText, type BuiltRequest } from './build_request.js'
import { connectionOf } from './connection.js'
import { answerChallenge, forgetDigest } from './digest.js'
import { MAX_RESPONSE_BYTES, outcomeOfAnswer, outcomeOfFailure } from './outcome.js'

const TIMEOUT_MS = 30_000
/** The minimum transfer rate of a file. Larger files get more time. */
const SLOWEST_BYTES_PER_MS = 1024

/** Makes one HTTP request to a system and returns its outcome. */
async function exchange(call: Call): Promise<CallOutcome> {
  const startedAt = performance.now()
  const signal = call.signal ?? new AbortController().signal
  let request: BuiltRequest | undefined
  let auth: Authentication | undefined
  const ended = (ending: Omit<CallOutcome, 'request' | 'durationMs'>): CallOutcome => ({
    ...ending,
    request: shown(call, request),
    durationMs: Math.round(performance.now() - startedAt),
    secrets: auth?.secrets ?? [],
  })

  const timeoutMs = timeoutOf(call)
  const send = (
    request: BuiltRequest,
    headers: Record<string, string>
  ): Promise<EgressResponse> => {
    for (const [name, value] of Object.entries(headers)) {
      request.headers.set(name, headerText(name, value))
    }
    return egress.use().request({
      method: request.method,
      url: request.url,
      systemId: call.system.id,
      ...(auth?.tls ? { tls: auth.tls } : {}),
      headers: request.headers.toObject(),
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs: Math.max(1, timeoutMs - Math.round(performance.now() - startedAt)),
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    })
  }

  try {
    request = buildRequest(call)
    auth = await authenticate(call, request, signal)
    let answer = await send(request, auth.headers)
    if (answer.status === 401 && call.system.authType === 'digest') {
      const digest = answerChallenge(call, request, answer.headers['www-authenticate'])
      if (digest) {
        // Build the request again, because the file must be read again.
        request = buildRequest(call)
        answer = await send(request, { ...auth.headers, Authorization: digest })
      }
      if (answer.status === 401) forgetDigest(call)
    }
    if (answer.status === 401) await auth.forget?.()
    return ended(await outcomeOfAnswer(call, answer, auth.cachedToken))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof EgressUnreadable && error.answer.status === 401) await auth?.forget?.()
    return ended(outcomeOfFailure(call, error, auth?.cachedToken))
  }
}

function preview(call: Call): Record<string, unknown> {
  const request = buildRequest(call)
  for (const [name, value] of Object.entries(shownAuthentication(call))) {
    // A token that is not fetched yet appears as a mask, which no header may contain.
    request.headers.set(name, value.includes(MASK) ? value : headerText(name, value))
  }
  return shown(call, request)
}

function timeoutOf({ timeoutMs, sendFile, file }: Call): number {
  if (timeoutMs !== undefined) return timeoutMs
  const sent = sendFile === 'none' ? 0 : (file?.size ?? 0)
  return TIMEOUT_MS + Math.ceil(sent / SLOWEST_BYTES_PER_MS)
}

function shown({ endpoint, system }: Call, request: BuiltRequest | undefined) {
  if (!request) return { method: endpoint.method, path: endpoint.path, baseUrl: system.baseUrl }
  return {
    method: request.method,
    url: request.url,
    headers: request.headers.toObject(),
    body: request.shownBody,
  }
}

/** The connector for systems with an HTTP API, which the specification calls "REST API". */
export const restConnector = {
  label: 'REST API',
  description: 'Sends requests to an HTTP API.',
  icon: 'server',
  config: vine.create({}),
  authTypes: Object.keys(httpAuthTypes),
  capabilities,
  operations: {
    test: exchange,
    call: exchange,
    preview,
    check: async (call: Call) => connectionOf(call, await exchange(call)),
  },
} satisfies Connector

/** The connector for webhook receivers, which are called by HTTP like any other system. */
export const webhookReceiver: Connector = {
  ...restConnector,
  label: 'Webhook Receiver',
  description: 'Receives events by HTTP requests.',
  icon: 'webhook',
}
