import { extensionPoint, service } from '@crossdock/kernel/plugin'

/** A role by name, as a tenant (null: the super administrators) knows it. */
export interface RoleOfTenant {
  tenantId: string | null
  role: string
}

/** What roles may do. */
export interface Roles {
  /**
   * Permissions of a role inside its tenant; none for a role nobody knows. The built-in ones are
   * computed from the permissions domains and plugins declare.
   */
  permissionsOf(role: RoleOfTenant): Promise<ReadonlySet<string>>
  /** Whether there is such a role in the tenant; asked inside a transaction, it stays there until that ends. */
  isKnown(role: RoleOfTenant): Promise<boolean>
}

export const roles = service<Roles>('access.roles')

/**
 * Where roles beside the built-in ones are defined, by a tenant for itself. Answers are kept until an
 * event tells of a `role` or `tenant` as its target.
 */
export interface RoleSource {
  /** Names of the permissions, or null for a role it does not know; runs inside the tenant. */
  permissionsOf(role: string): Promise<readonly string[] | null>
  /**
   * Keeps a role from being deleted until the current transaction ends; false for one that is not there
   * (any more). Left out by a source whose roles are never deleted.
   */
  hold?(role: string): Promise<boolean>
}

export const roleSources = extensionPoint<RoleSource>('access.roleSources')
