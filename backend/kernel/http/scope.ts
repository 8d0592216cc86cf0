import type { HttpContext } from '@adonisjs/core/http'
import { newContext, runInContext, type Context } from '../ground/context.js'
import { environmentResolver, tenantDirectory, type Identity } from './identity.js'
import type { Operation } from './operation.js'
import { missingPermission, notFound, Problem } from '../ground/problem.js'

interface NamedTenant {
  /** Where it stands, in the caller's words. */
  where: string
  /** An id or a subdomain. */
  value: string
}

/** The tenants a request names in header, query and body. */
function namedTenants(http: HttpContext, body: unknown): NamedTenant[] {
  const inBody =
    typeof body === 'object' && body !== null && 'tenantId' in body ? body.tenantId : null
  const places: [where: string, value: unknown][] = [
    ['The X-Tenant header', http.request.header('x-tenant')],
    ['The tenantId in the address', http.request.qs().tenantId],
    ['The tenantId in the body', inBody],
  ]
  return places.flatMap(([where, value]) => {
    if (value === undefined || value === null || value === '') return []
    if (typeof value === 'string') return [{ where, value }]
    throw new Problem(403, 'E_TENANT', `${where} must be one id or subdomain.`)
  })
}

/** The tenant a request runs in: the caller's own, or the one a super administrator names. */
async function chosenTenant(identity: Identity, named: NamedTenant[]): Promise<string | null> {
  const chosen = new Set<string>()
  for (const one of named) chosen.add(await reachableTenant(identity, one))
  if (chosen.size > 1) {
    throw new Problem(403, 'E_TENANT', 'The request names different tenants.')
  }
  const [tenantId = identity.tenantId] = chosen
  return tenantId
}

/** @throws Problem 403, the same for a tenant of others and for none; 404 for a super administrator */
async function reachableTenant(
  { tenantId, isSuperAdmin }: Identity,
  { where, value }: NamedTenant
): Promise<string> {
  if (value === tenantId) return value
  const found = await tenantDirectory.use().find(value)
  if (found && (isSuperAdmin || found.id === tenantId)) return found.id
  if (isSuperAdmin) throw notFound('tenant', value, 'id or subdomain')
  const shown = value.slice(0, 64)
  throw new Problem(
    403,
    'E_TENANT',
    `${where} names "${shown}", which is not the tenant you are signed in to. Leave it out, or give that tenant's id or subdomain.`
  )
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
    ? await chosenTenant(identity, namedTenants(http, body))
    : identity.tenantId
  assertAllowed(operation, identity, tenantId)
  const base = {
    requestId,
    tenantId,
    actor: identity.actor,
    permissions: identity.permissions,
    caller: {
      isSuperAdmin: identity.isSuperAdmin,
      expiresAt: identity.expiresAt ?? null,
      environmentId: identity.environmentId,
    },
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
    throw missingPermission(permission)
  }
}
