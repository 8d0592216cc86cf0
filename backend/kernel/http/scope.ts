import type { HttpContext } from '@adonisjs/core/http'
import { holds, newContext, runInContext, type Context } from '../ground/context.js'
import { environmentResolver } from '../tenancy/environment_tables.js'
import { tenantDirectory } from '../tenancy/tenant_directory.js'
import type { Identity } from './identity.js'
import type { Operation } from './operation.js'
import { assertProved } from './proof.js'
import { missingPermission, notFound, Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'
import { isUuid } from '../ground/uuid.js'

/** Error texts for a tenant named in one part of a request. */
interface RequestPart {
  notOne: Text
  foreign: (tenant: string) => Text
}

const header: RequestPart = {
  notOne: text('The X-Tenant header must be one id or subdomain.'),
  foreign: (tenant) =>
    text(
      'The X-Tenant header names "{tenant}", which is not the tenant you are signed in to. Leave it out, or give that tenant\'s id or subdomain.',
      { tenant }
    ),
}
const address: RequestPart = {
  notOne: text('The tenantId in the address must be one id or subdomain.'),
  foreign: (tenant) =>
    text(
      'The tenantId in the address names "{tenant}", which is not the tenant you are signed in to. Leave it out, or give that tenant\'s id or subdomain.',
      { tenant }
    ),
}
const inBody: RequestPart = {
  notOne: text('The tenantId in the body must be one id or subdomain.'),
  foreign: (tenant) =>
    text(
      'The tenantId in the body names "{tenant}", which is not the tenant you are signed in to. Leave it out, or give that tenant\'s id or subdomain.',
      { tenant }
    ),
}

interface NamedTenant {
  part: RequestPart
  /** An id or a subdomain. */
  value: string
}

/** The tenants that a request names in header, query and body. */
function namedTenants(http: HttpContext, body: unknown): NamedTenant[] {
  const sent =
    typeof body === 'object' && body !== null && 'tenantId' in body ? body.tenantId : null
  const parts: [part: RequestPart, value: unknown][] = [
    [header, http.request.header('x-tenant')],
    [address, http.request.qs().tenantId],
    [inBody, sent],
  ]
  return parts.flatMap(([part, value]) => {
    if (value === undefined || value === null || value === '') return []
    if (typeof value === 'string') return [{ part, value }]
    throw new Problem(403, 'E_TENANT', part.notOne)
  })
}

/** The tenant of a request: the caller's own, or the one a super administrator names. */
async function chosenTenant(identity: Identity, named: NamedTenant[]): Promise<string | null> {
  const chosen = new Set<string>()
  for (const one of named) chosen.add(await reachableTenant(identity, one))
  if (chosen.size > 1) {
    throw new Problem(403, 'E_TENANT', text('The request names different tenants.'))
  }
  const [tenantId = identity.tenantId] = chosen
  return tenantId
}

/** Repeating an id in the error would not help: the person chose the tenant by name. */
const noTenant = text('This tenant does not exist (any more). Choose another one.')

/** @throws Problem 403, the same for a foreign and a missing tenant; 404 for a super administrator */
async function reachableTenant(
  { tenantId, isSuperAdmin }: Identity,
  { part, value }: NamedTenant
): Promise<string> {
  if (value === tenantId) return value
  const found = await tenantDirectory.use().find(value)
  if (found && (isSuperAdmin || found.id === tenantId)) return found.id
  if (isSuperAdmin && isUuid(value)) throw new Problem(404, 'E_NOT_FOUND', noTenant)
  if (isSuperAdmin) throw notFound('There is no tenant with the id or subdomain "{id}".', value)
  throw new Problem(403, 'E_TENANT', part.foreign(value.slice(0, 64)))
}

/** Derives an operation's context: actor, tenant, environment and permissions. */
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
  const { actor, permissions, isSuperAdmin, environmentId } = identity
  const caller = {
    isSuperAdmin,
    expiresAt: identity.expiresAt ?? null,
    environmentId,
    ...(identity.provedAt === undefined ? {} : { provedAt: identity.provedAt }),
  }
  const scope = { requestId, tenantId, actor, permissions, caller }
  const context = await scopeWithin(operation, http, scope)
  // Check this last: a caller without permission must not be asked to re-authenticate.
  assertProved(operation, identity)
  return context
}

/** Narrows a caller's scope to one operation. @throws Problem 403 when the caller may not use it */
export async function scopeWithin(
  operation: Operation,
  http: HttpContext,
  { requestId, tenantId, actor, permissions, caller }: Scope
): Promise<Context> {
  const base = { requestId, tenantId, actor, permissions, caller }
  assertAllowed(operation, base)
  if (!tenantId || !worksInEnvironment(operation, actor)) return newContext(base)
  const named = http.request.header('x-environment') ?? null
  const environmentId = await runInContext(newContext(base), () =>
    environmentIn(tenantId, named, caller.environmentId)
  )
  return newContext({ ...base, environmentId })
}

/**
 * Whether a call must run in an environment. Programs always do: the environment counts their calls, and they
 * end with it. People may call `session` operations outside, for example to leave a deleted environment.
 */
const worksInEnvironment = ({ access }: Operation, { type }: Context['actor']): boolean =>
  access === 'tenant' || (access === 'session' && type !== 'user')

/**
 * The environment a request names, else the one bound to its token.
 * @throws Problem 403 for another environment; 404 with its own code, so that clients can drop a stored choice
 */
async function environmentIn(
  tenantId: string,
  named: string | null,
  bound: string | null
): Promise<string | null> {
  const environmentId = await environmentResolver
    .use()
    .resolve(tenantId, named ?? bound)
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 404) throw error
      throw new Problem(404, 'E_NO_ENVIRONMENT', error.text)
    })
  if (bound === null || environmentId === bound) return environmentId
  throw new Problem(
    403,
    'E_ENVIRONMENT',
    text(
      'The X-Environment header names "{environment}", and your token works in another environment only. Leave the header out, or use a token for that environment.',
      { environment: (named ?? '').slice(0, 64) }
    )
  )
}

type Scope = Pick<Context, 'requestId' | 'tenantId' | 'actor' | 'permissions' | 'caller'>

function assertAllowed(
  operation: Operation,
  asked: Pick<Context, 'tenantId' | 'caller' | 'permissions'>
): void {
  if (operation.access === 'operator' && !asked.caller.isSuperAdmin) {
    throw new Problem(403, 'E_FORBIDDEN', text('Only the super administrator may do this.'))
  }
  if (operation.access === 'tenant' && !asked.tenantId) {
    throw new Problem(
      403,
      'E_NO_TENANT',
      text('Choose a tenant first (X-Tenant header or tenantId).')
    )
  }
  const { permission } = operation
  if (permission && !holds(permission, asked)) throw missingPermission(permission)
}
