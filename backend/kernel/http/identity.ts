import type { HttpContext } from '@adonisjs/core/http'
import { service } from '../ground/service.js'
import type { Actor } from '../ground/context.js'

/** Who makes a request, as the access domain found out from its session, token or other credential. */
export interface Identity {
  actor: Actor
  /** The person behind it; null for what acts for nobody: an agent, a share link, a webhook. */
  userId: string | null
  /** What it came in by, as events call it that tell its end: `session`, `api_token`. */
  credential: { type: string; id: string }
  /** null for the super administrator. */
  tenantId: string | null
  isSuperAdmin: boolean
  permissions: ReadonlySet<string>
  /** Environment a token is bound to. */
  environmentId: string | null
  /** When the token ends; absent for what does not end by a date. */
  expiresAt?: string | null
  /** When the person behind a session last proved who they are; absent for what is no person at a screen. */
  provedAt?: string | null
  /**
   * Set for a program that has a single purpose, a desktop agent: it may call operations that ask for a permission it holds,
   * and of all others only these routes.
   */
  ownRoutes?: ReadonlySet<string>
  /** What its person has to do before anything else; absent for who may go on. */
  held?: Hold | null
}

/** What keeps somebody who is signed in from all but what names it: a second factor to be set up, or to be brought. */
export type Hold = 'enrol' | 'confirm'

/** Of an event, what it happened to. */
export interface Happening {
  tenantId: string | null
  targetType: string | null
  targetId: string | null
}

/**
 * Whether an event may have ended or changed an identity: it happened to its credential, its person,
 * its tenant, the environment it is bound to, or a role of its tenant or of everybody's. Whoever kept it has to find out anew.
 */
export function concerns(
  { targetType, targetId, tenantId }: Happening,
  identity: Pick<Identity, 'credential' | 'userId' | 'tenantId' | 'environmentId'>
): boolean {
  if (targetType !== 'role' && targetId === null) return false
  switch (targetType) {
    case identity.credential.type:
      return targetId === identity.credential.id
    case 'user':
      return targetId === identity.userId
    case 'tenant':
      return targetId === identity.tenantId
    case 'environment':
      return targetId === identity.environmentId
    case 'role':
      return tenantId === null || tenantId === identity.tenantId
    default:
      return false
  }
}

/**
 * Implemented by the access domain: the caller's identity, or null when the request carries none.
 * @throws Problem 401 for a credential that is wrong or expired, 403 for a missing CSRF token.
 */
export interface Authentication {
  identify(http: HttpContext): Promise<Identity | null>
}

export const authentication = service<Authentication>('access.authentication')

/** Implemented by the tenants domain: finds a tenant by id or subdomain, whatever its status. */
export interface TenantDirectory {
  find(idOrSubdomain: string): Promise<{ id: string; status: string; subdomain: string } | null>
}

export const tenantDirectory = service<TenantDirectory>('tenants.directory')

export { environmentResolver, type EnvironmentResolver } from '../tenancy/environment_tables.js'
