import { extensionPoint, service } from '@crossdock/kernel/plugin'

/** A role's name with its tenant; null: the super administrators. */
export interface RoleOfTenant {
  tenantId: string | null
  role: string
}

/** Permissions by role. */
export interface Roles {
  /**
   * Permissions of a role in its tenant; none for an unknown role. Built-in roles get the permissions that domains
   * and plugins declare.
   */
  permissionsOf(role: RoleOfTenant): Promise<ReadonlySet<string>>
  /** Whether the tenant has this role. Inside a transaction it also keeps the role until the transaction ends. */
  isKnown(role: RoleOfTenant): Promise<boolean>
}

export const roles = service<Roles>('access.roles')

/** Defines a tenant's custom roles. Answers are cached until an event has a `role` or `tenant` as its target. */
export interface RoleSource {
  /** Names of the permissions, or null for an unknown role. Runs inside the tenant. */
  permissionsOf(role: string): Promise<readonly string[] | null>
  /**
   * Prevents a role's deletion until the current transaction ends; false if the role does not exist (any more).
   * Left out by a source that never deletes roles.
   */
  hold?(role: string): Promise<boolean>
}

export const roleSources = extensionPoint<RoleSource>('access.roleSources')
