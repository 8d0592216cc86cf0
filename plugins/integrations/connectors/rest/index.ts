import { egress } from '@crossdock/kernel/egress'
import { MASK } from '@crossdock/kernel/secrets'
import vine from '@vinejs/vine'
import { httpAuthTypes } from '../../auth_types/index.js'
import { capabilities, type Call, type CallOutcome, type Connector } from '../../contracts/index.js'
import { authenticate, shownAuthentication, type Authentication } from './authenticate.js'
import { buildRequest, headerText, type BuiltRequest } from './build_request.js'
import { forgetToken } from './oauth_tokens.js'
import { outcomeOfAnswer, outcomeOfFailure } from './outcome.js'

const TIMEOUT_MS = 30_000
/** A file gets more time: it may travel as slowly as this. */
const SLOWEST_BYTES_PER_MS = 1024
const MAX_RESPONSE_BYTES = 10 * 1024 * 1024

/** One HTTP request to a system, whatever comes of it. */
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

  try {
    request = buildRequest(call)
    auth = await authenticate(call, signal)
    for (const [name, value] of Object.entries(auth.headers)) {
      request.headers.set(name, headerText(name, value))
    }
    const answer = await egress.use().request({
      method: request.method,
      url: request.url.href,
      systemId: call.system.id,
      headers: request.headers.toObject(),
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs: timeoutOf(call),
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    })
    if (answer.status === 401) forgetToken(call.system)
    return ended(outcomeOfAnswer(call, answer, auth.cachedToken))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return ended(outcomeOfFailure(error))
  }
}

function preview(call: Call): Record<string, unknown> {
  const request = buildRequest(call)
  for (const [name, value] of Object.entries(shownAuthentication(call))) {
    // A token that would be fetched stands as its mask, which no header could carry.
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
    url: request.url.href,
    headers: request.headers.toObject(),
    body: request.shownBody,
  }
}

/** Systems with an HTTP API, the specification's "REST API". */
export const restConnector = {
  label: 'REST API',
  description: 'Sends requests to an HTTP API.',
  icon: 'server',
  config: vine.create({}),
  authTypes: Object.keys(httpAuthTypes),
  capabilities,
  operations: { test: exchange, call: exchange, preview },
} satisfies Connector

/** A webhook receiver is called by HTTP like any other. */
export const webhookReceiver: Connector = {
  ...restConnector,
  label: 'Webhook Receiver',
  description: 'Is told of what happens by HTTP requests.',
  icon: 'webhook',
}
