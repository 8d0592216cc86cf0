import type { HttpContext, Router } from '@adonisjs/core/http'
import { runInContext, type Context, type RequestFacts } from '../tenancy/context.js'
import { respond } from './answer.js'
import { authentication, type Identity } from './identity.js'
import { takePlace } from './crowd.js'
import { maxPublicJsonBytes, readInput, readJson } from './input.js'
import type { Input, Operation } from './operation.js'
import { assertOwnOrigin } from './own_origin.js'
import { Problem } from './problem.js'
import { factsOf, recordOf } from './request_record.js'
import { scopeOf } from './scope.js'
import { securityLog } from './security_log.js'

type Action = (input: Input) => unknown

/** Loads the controller once, at the first request. */
function lazyAction({ handler, action, route }: Operation): () => Promise<Action> {
  let loaded: Promise<Action> | undefined
  return () =>
    (loaded ??= handler().then(({ default: Controller }) => {
      const controller = new Controller() as Record<string, Action | undefined>
      const method = controller[action]
      if (!method) throw new Error(`Operation ${route}: the controller has no action "${action}".`)
      return method.bind(controller)
    }))
}

function serve(operation: Operation): (http: HttpContext) => Promise<void> {
  const load = lazyAction(operation)
  const isPublic = operation.access === 'public'
  const maxBytes = isPublic ? maxPublicJsonBytes : undefined
  const readsJson = operation.method !== 'GET' && operation.consumes !== 'stream'
  return async (http) => {
    const record = recordOf(http.request.request)
    assertOwnOrigin(http)
    takePlace(http)
    const identity = isPublic ? null : await authentication.use().identify(http)
    if (!identity && !isPublic) {
      throw new Problem(401, 'E_UNAUTHENTICATED', 'Sign in first.')
    }
    record.actor = identity?.actor ?? null
    record.tenantId = identity?.tenantId ?? null
    const body = readsJson ? await readJson(http, maxBytes) : undefined
    if (isPublic) record.email = emailIn(body)
    const requestId = http.request.id() ?? crypto.randomUUID()
    const context = await scopeOf(operation, http, identity, body, requestId)
    record.tenantId = context.tenantId
    if (isPublic && operation.security) await noteCaller(http)
    const request = factsOf(http)
    tellCrossing(identity, context, request)
    const input = await readInput(operation, http, body)
    const action = await load()
    const result = await runInContext({ ...context, request }, async () => action(input))
    if (operation.security && record.actor) {
      const { actor, tenantId } = record
      securityLog()?.allowed({ event: operation.security, actor, tenantId, requestId, request })
    }
    respond(operation, http, result)
  }
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

/** Registers every operation under /api. */
export function registerOperations(router: Router, operations: Operation[]): void {
  for (const operation of operations) {
    const path = `/api${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
    // Whoever may GET may ask for the headers alone.
    const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]
    router.route(path, methods, serve(operation))
  }
  router.any('/api/*', () => {
    throw new Problem(404, 'E_NOT_FOUND', 'There is nothing at this address.')
  })
}
