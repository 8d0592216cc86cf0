import type { HttpContext } from '@adonisjs/core/http'
import { service } from '../ground/service.js'
import type { Actor } from '../ground/context.js'

/** The caller of a request, derived by the access domain from a session, token or other credential. */
export interface Identity {
  actor: Actor
  /** The person behind the caller; null for an agent, a share link or a webhook. */
  userId: string | null
  /** The credential, with the type that its revocation events use: `session`, `api_token`. */
  credential: { type: string; id: string }
  /** null for the super administrator. */
  tenantId: string | null
  isSuperAdmin: boolean
  permissions: ReadonlySet<string>
  /** Environment the token is bound to. */
  environmentId: string | null
  /** When the token expires; absent for credentials without an expiry date. */
  expiresAt?: string | null
  /** When the person of a session last re-authenticated; absent for programs. */
  provedAt?: string | null
  /**
   * Set for a single-purpose program (a desktop agent). It may call operations that require a permission it
   * holds, and these routes.
   */
  ownRoutes?: ReadonlySet<string>
  /** A step the person must complete first; absent for unrestricted callers. */
  held?: Hold | null
}

/**
 * The step that a signed-in person must complete first: set up a second factor, or confirm it. Until then, only
 * operations that list the step in `whileHeld` are open.
 */
export type Hold = 'enrol' | 'confirm'

/** The tenant and target of an event. */
export interface Happening {
  tenantId: string | null
  targetType: string | null
  targetId: string | null
}

/**
 * Whether an event may have revoked or changed an identity: it concerns its credential, person, tenant, bound
 * environment, or a role of its tenant or a global role. Cached identities must then be looked up again.
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
 * Implemented by the access domain: returns the caller's identity, or null when the request carries no
 * credential.
 * @throws Problem 401 for a wrong or expired credential, 403 for a missing CSRF token.
 */
export interface Authentication {
  identify(http: HttpContext): Promise<Identity | null>
}

export const authentication = service<Authentication>('access.authentication')
