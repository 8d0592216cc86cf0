import type { HttpContext } from '@adonisjs/core/http'
import { runInContext, type Context, type RequestFacts } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { respond } from './answer.js'
import { begin, type Call } from './call.js'
import { takePlace } from './crowd.js'
import { refuseLongQuery } from './foreign.js'
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
import { securityLog } from './security_log.js'
import { through } from './stages.js'
import { whenClosed } from './when_closed.js'

/**
 * Leads a request through the stages of its operation.
 * @param shown GET at the same address, if there is one
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
      }).catch((error: unknown) => orNobodyAnyMore(call, error))
      tellDone(call)
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

/** Seconds after which a client of a protocol that repeats by itself is still there. */
const soon = 60

/** A refusal by a rate that has a free place soon, by the status that makes a client wait; any other error as it is. */
function askingToWait(error: unknown, status: number): unknown {
  if (!(error instanceof Problem) || error.status !== 429) return error
  const seconds = Number(error.headers['retry-after'])
  if (!(seconds <= soon)) return error
  const { code, text, headers } = error
  return new Problem(status, code, text, { headers, cause: error })
}

/** The stages before anybody else's code: who calls, where it runs, and whether they may. */
async function enter(operation: Operation, http: HttpContext): Promise<Call> {
  const record = recordOf(http.request.request)
  const request = factsOf(http)
  record.requestId = http.request.id() ?? null
  // Who finds out who calls sees the request as node gives it, which knows nothing of a proxy.
  record.ip = request.ip
  let identity = await identify(operation, http)
  record.actor = identity?.actor ?? null
  record.tenantId = identity?.tenantId ?? null
  const arrivesLate = !http.request.request.complete
  // Read before the tenant is known, because it may name it.
  const { bytes, body, fault } = await readOrKeepFault(operation, http, identity)
  // Nobody ends a request with rights they had when they began it.
  if (identity && arrivesLate && bytes) identity = await identify(operation, http)
  if (operation.access === 'public') record.email = emailIn(body)
  const requestId = http.request.id() ?? crypto.randomUUID()
  const scope = await scopeOf(operation, http, identity, body, requestId).catch(
    (error: unknown) => {
      // What could not be read may have named it.
      throw fault && error instanceof Problem && error.code === 'E_NO_TENANT' ? fault : error
    }
  )
  record.tenantId = scope.tenantId
  if (operation.access === 'public' && operation.security) await noteCaller(http)
  tellCrossing(identity, scope, request)
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
 * A body that cannot be read is a fault of somebody's call: it counts like others, and is told with what is left of their limits.
 * @throws Problem where nobody calls
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
 * What goes wrong under a sender who was shut out meanwhile, with their tenant for one, whose files are deleted under what they
 * write, is no fault of ours: they hear what everybody hears who calls then.
 */
async function orNobodyAnyMore(call: Call, error: unknown): Promise<never> {
  const isFault = !(error instanceof Problem) || error.status >= 500
  if (!isFault || !call.identity || !call.arrivesLate) throw error
  // Whoever cannot be asked says nothing of them, and hides nothing of what went wrong.
  const shutOut = await identify(call.operation, call.http).then(
    () => undefined,
    (refusal: unknown) => refusal instanceof Problem && refusal.status < 500 && refusal
  )
  throw shutOut || error
}

/** Finds out for the log who calls what anybody may; the operation itself judges the credential. */
async function noteCaller(http: HttpContext): Promise<void> {
  const record = recordOf(http.request.request)
  const identity = await authentication
    .use()
    .identify(http)
    .catch(() => null)
  record.actor = identity?.actor ?? null
  record.tenantId = identity?.tenantId ?? null
}

/** The address somebody who is not known yet gives as theirs. */
function emailIn(body: unknown): string | null {
  const named = typeof body === 'object' && body !== null && 'email' in body ? body.email : null
  return typeof named === 'string' ? named : null
}

/** Tells that a super administrator works in a tenant. */
function tellCrossing(
  identity: Identity | null,
  { tenantId, actor, requestId }: Context,
  request: RequestFacts
): void {
  if (!identity?.isSuperAdmin || !tenantId) return
  securityLog()?.crossed({ event: 'operator_in_tenant', actor, tenantId, requestId, request })
}

/** Tells the security log what was done, where the operation is one of security. */
function tellDone({ operation, http, context: { requestId, request } }: Call): void {
  const { actor, tenantId } = recordOf(http.request.request)
  if (!operation.security || !actor || !request) return
  securityLog()?.allowed({ event: operation.security, actor, tenantId, requestId, request })
}
