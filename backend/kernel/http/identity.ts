import type { HttpContext } from '@adonisjs/core/http'
import { service } from '../plugin/service.js'
import type { Actor } from '../tenancy/context.js'

/** Who makes a request, as the access domain found out from its session or token. */
export interface Identity {
  actor: Actor
  userId: string
  /** null for the super administrator. */
  tenantId: string | null
  isSuperAdmin: boolean
  permissions: ReadonlySet<string>
  /** Environment a token is bound to. */
  environmentId: string | null
  /** When the token ends; absent for what does not end by a date. */
  expiresAt?: string | null
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
  find(idOrSubdomain: string): Promise<{ id: string; status: string } | null>
}

export const tenantDirectory = service<TenantDirectory>('tenants.directory')

/** Implemented by the environments plugin: the environment a request of this tenant works in. */
export interface EnvironmentResolver {
  /** @throws Problem 404 when `requested` (id or name) is none of the tenant's. */
  resolve(tenantId: string, requested: string | null): Promise<string | null>
}

export const environmentResolver = service<EnvironmentResolver>('environments.resolver')
