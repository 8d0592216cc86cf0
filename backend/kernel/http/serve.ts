import type { HttpContext } from '@adonisjs/core/http'
import { runInContext, type Context, type RequestFacts } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { respond } from './respond.js'
import { begin, type Call } from './call.js'
import { takePlace } from './connection_limits.js'
import { refuseLongQuery } from '../shapes/input_safety.js'
import { identify } from './identify.js'
import { authentication, type Identity } from './identity.js'
import { whileUnchanged } from './if_match.js'
import { readInput } from './input.js'
import { openStream } from './live/open.js'
import { loadAction } from './load_action.js'
import type { Operation } from './operation.js'
import { assertOwnOrigin } from './own_origin.js'
import { isLong, readBodyOf, type ReadBody } from './read_body.js'
import { noteRefusalPage } from './refusal_page.js'
import { factsOf, recordOf } from './request_record.js'
import { scopeOf } from './scope.js'
import { securityLog } from '../ground/security_log.js'
import { through } from './stages.js'
import { whenClosed } from '../ground/when_closed.js'

/**
 * Runs a request through the stages of its operation.
 * @param shown GET at the same address, if any
 */
export function serve(
  operation: Operation,
  shown?: Operation
): (http: HttpContext) => Promise<void> {
  const load = loadAction(operation)
  const work = async (http: HttpContext) => {
    recordOf(http.request.request).route = operation.path
    noteRefusalPage(http, operation.pages)
    assertOwnOrigin(http, operation.live !== undefined)
    takePlace(http)
    refuseLongQuery(http.request.parsedUrl.query)
    const call = await enter(operation, http)
    await runInContext(call.context, async () => {
      await through('admit', call, async () => {
        if (call.fault) throw call.fault
        call.input = await readInput(operation, http, call.body, shown)
        const action = await load()
        const act = async () => void (call.result = await action(call.input))
        await through('act', call, () => whileUnchanged(call, shown, act))
      }).catch((error: unknown) => orRefusalNow(call, error))
      logDone(call)
      await through('answer', call, async () =>
        operation.live ? openStream(call) : respond(operation, http, call.result)
      )
    })
  }
  const { waitStatus } = operation
  if (waitStatus === undefined) return work
  return (http) =>
    work(http).catch((error: unknown) => {
      throw askingToWait(error, waitStatus)
    })
}

/** Longest retry delay, in seconds. Clients that retry by themselves disconnect during longer waits. */
const maxRetrySeconds = 60

/**
 * Replaces a rate-limit refusal by a refusal with `status` and a short wait. Returns other errors unchanged.
 */
function askingToWait(error: unknown, status: number): unknown {
  if (!(error instanceof Problem) || error.status !== 429) return error
  const seconds = Number(error.headers['retry-after'])
  if (!(seconds <= maxRetrySeconds)) return error
  const { code, text, headers } = error
  return new Problem(status, code, text, { headers, cause: error })
}

/** The stages before plugin code runs: identity, scope and permission. */
async function enter(operation: Operation, http: HttpContext): Promise<Call> {
  const record = recordOf(http.request.request)
  const request = factsOf(http)
  record.requestId = http.request.id() ?? null
  // Authentication reads Node's raw request, which has only the proxy's address.
  record.ip = request.ip
  let identity = await identify(operation, http)
  record.actor = identity?.actor ?? null
  record.tenantId = identity?.tenantId ?? null
  const arrivesLate = !http.request.request.complete
  // The body may name the tenant, so it is read first.
  const { bytes, body, fault } = await readOrKeepFault(operation, http, identity)
  // Identify again: the caller may have lost permissions while the body arrived.
  if (identity && arrivesLate && bytes) identity = await identify(operation, http)
  if (operation.access === 'public') record.email = emailIn(body)
  const requestId = http.request.id() ?? crypto.randomUUID()
  const scope = await scopeOf(operation, http, identity, body, requestId).catch(
    (error: unknown) => {
      // The unreadable body may have named the tenant, so report its fault instead.
      throw fault && error instanceof Problem && error.code === 'E_NO_TENANT' ? fault : error
    }
  )
  record.tenantId = scope.tenantId
  if (operation.access === 'public' && operation.security) await noteCaller(http)
  logCrossing(identity, scope, request)
  return begin({
    operation,
    http,
    identity,
    arrivesLate,
    bytes,
    body,
    fault,
    context: { ...scope, request },
  })
}

/**
 * An unreadable body still counts as a call, and its error includes the remaining limits.
 * @throws Problem for anonymous callers
 */
async function readOrKeepFault(
  operation: Operation,
  http: HttpContext,
  identity: Identity | null
): Promise<ReadBody & { fault?: Problem }> {
  try {
    if (operation.place && identity && isLong(http)) {
      whenClosed(http.response.response, operation.place(identity))
    }
    return await readBodyOf(operation, http)
  } catch (error) {
    if (!identity || !(error instanceof Problem)) throw error
    return { fault: error }
  }
}

/**
 * A sender may lose access during an upload, for example because the tenant and its files are deleted. An error
 * caused by that is not a server fault: answer with the usual refusal.
 */
async function orRefusalNow(call: Call, error: unknown): Promise<never> {
  const isFault = !(error instanceof Problem) || error.status >= 500
  if (!isFault || !call.identity || !call.arrivesLate) throw error
  // If re-authentication fails, keep the original error.
  const shutOut = await identify(call.operation, call.http).then(
    () => undefined,
    (refusal: unknown) => refusal instanceof Problem && refusal.status < 500 && refusal
  )
  throw shutOut || error
}

/** Identifies the caller of a public operation for the log only; the operation itself checks the credential. */
async function noteCaller(http: HttpContext): Promise<void> {
  const record = recordOf(http.request.request)
  const identity = await authentication
    .use()
    .identify(http)
    .catch(() => null)
  record.actor = identity?.actor ?? null
  record.tenantId = identity?.tenantId ?? null
}

/** The email address that an anonymous caller submits. */
function emailIn(body: unknown): string | null {
  const named = typeof body === 'object' && body !== null && 'email' in body ? body.email : null
  return typeof named === 'string' ? named : null
}

/** Logs that a super administrator works in a tenant. */
function logCrossing(
  identity: Identity | null,
  { tenantId, actor, requestId }: Context,
  request: RequestFacts
): void {
  if (!identity?.isSuperAdmin || !tenantId) return
  securityLog()?.crossed({ event: 'operator_in_tenant', actor, tenantId, requestId, request })
}

/** Writes a successful operation to the security log if it declares an event. */
function logDone({ operation, http, context: { requestId, request } }: Call): void {
  const { actor, tenantId } = recordOf(http.request.request)
  if (!operation.security || !actor || !request) return
  securityLog()?.allowed({ event: operation.security, actor, tenantId, requestId, request })
}
