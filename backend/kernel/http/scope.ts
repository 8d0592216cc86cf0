import type { HttpContext } from '@adonisjs/core/http'
import { newContext, runInContext, type Context } from '../tenancy/context.js'
import { environmentResolver, tenantDirectory, type Identity } from './identity.js'
import type { Operation } from './operation.js'
import { notFound, Problem } from './problem.js'

/** The tenant a caller names in header, query or body; all that name one must agree. */
function requestedTenant(http: HttpContext, body: unknown): string | null {
  const inBody =
    typeof body === 'object' && body !== null && 'tenantId' in body ? body.tenantId : null
  const named = [http.request.header('x-tenant'), http.request.qs().tenantId, inBody].filter(
    (name) => name !== undefined && name !== null && name !== ''
  )
  if (named.some((name) => typeof name !== 'string' || name !== named[0])) {
    throw new Problem(403, 'E_TENANT', 'The request names different tenants.')
  }
  return (named[0] as string | undefined) ?? null
}

async function chosenTenant(identity: Identity, requested: string | null): Promise<string | null> {
  if (!identity.isSuperAdmin) {
    if (!requested || requested === identity.tenantId) return identity.tenantId
    throw new Problem(403, 'E_TENANT', 'The tenantId given is not the tenant you are signed in to.')
  }
  if (!requested) return null
  const tenant = await tenantDirectory.use().find(requested)
  if (!tenant) throw notFound('tenant', requested)
  return tenant.id
}

/** Works out the context an operation runs in: who, which tenant, which environment, may they. */
export async function scopeOf(
  operation: Operation,
  http: HttpContext,
  identity: Identity | null,
  body: unknown,
  requestId: string
): Promise<Context> {
  if (!identity) return newContext({ requestId })
  const mayChoose = operation.access === 'tenant' || operation.access === 'session'
  const tenantId = mayChoose
    ? await chosenTenant(identity, requestedTenant(http, body))
    : identity.tenantId
  assertAllowed(operation, identity, tenantId)
  const base = {
    requestId,
    tenantId,
    actor: identity.actor,
    permissions: identity.permissions,
  }
  if (!tenantId || operation.access !== 'tenant') return newContext(base)
  const requested = identity.environmentId ?? http.request.header('x-environment') ?? null
  const environmentId = await runInContext(newContext(base), () =>
    environmentResolver.use().resolve(tenantId, requested)
  )
  return newContext({ ...base, environmentId })
}

function assertAllowed(operation: Operation, identity: Identity, tenantId: string | null): void {
  if (operation.access === 'operator' && !identity.isSuperAdmin) {
    throw new Problem(403, 'E_FORBIDDEN', 'Only the super administrator may do this.')
  }
  if (operation.access === 'tenant' && !tenantId) {
    throw new Problem(403, 'E_NO_TENANT', 'Choose a tenant first (X-Tenant header or tenantId).')
  }
  const { permission } = operation
  if (permission && !identity.isSuperAdmin && !identity.permissions.has(permission)) {
    throw new Problem(
      403,
      'E_FORBIDDEN',
      `You may not do this: the permission "${permission}" is missing. Ask an administrator.`
    )
  }
}
