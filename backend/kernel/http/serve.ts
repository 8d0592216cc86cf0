import type { HttpContext } from '@adonisjs/core/http'
import { runInContext, type Context, type RequestFacts } from '../ground/context.js'
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
import { readBodyOf } from './read_body.js'
import { noteRefusalPage } from './refusal_page.js'
import { factsOf, recordOf } from './request_record.js'
import { scopeOf } from './scope.js'
import { securityLog } from './security_log.js'
import { through } from './stages.js'

/**
 * Leads a request through the stages of its operation.
 * @param shown GET at the same address, if there is one
 */
export function serve(
  operation: Operation,
  shown?: Operation
): (http: HttpContext) => Promise<void> {
  const load = loadAction(operation)
  return async (http) => {
    noteRefusalPage(http, operation.pages)
    assertOwnOrigin(http, operation.live !== undefined)
    takePlace(http)
    refuseLongQuery(http.request.parsedUrl.query)
    const call = await enter(operation, http)
    await runInContext(call.context, async () => {
      await through('admit', call, async () => {
        call.input = await readInput(operation, http, call.body, shown)
        const action = await load()
        const act = async () => void (call.result = await action(call.input))
        await through('act', call, () => whileUnchanged(call, shown, act))
      })
      tellDone(call)
      await through('answer', call, async () =>
        operation.live ? openStream(call) : respond(operation, http, call.result)
      )
    })
  }
}

/** The stages before anybody else's code: who calls, where it runs, and whether they may. */
async function enter(operation: Operation, http: HttpContext): Promise<Call> {
  const record = recordOf(http.request.request)
  const request = factsOf(http)
  // Who finds out who calls sees the request as node gives it, which knows nothing of a proxy.
  record.ip = request.ip
  let identity = await identify(operation, http)
  record.actor = identity?.actor ?? null
  record.tenantId = identity?.tenantId ?? null
  const arrivesLate = !http.request.request.complete
  // Read before the tenant is known, because it may name it.
  const { bytes, body } = await readBodyOf(operation, http)
  // Nobody ends a request with rights they had when they began it.
  if (identity && arrivesLate && bytes) identity = await identify(operation, http)
  if (operation.access === 'public') record.email = emailIn(body)
  const requestId = http.request.id() ?? crypto.randomUUID()
  const scope = await scopeOf(operation, http, identity, body, requestId)
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
    context: { ...scope, request },
  })
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
