import { service } from '@crossdock/kernel/plugin'

/** What roles may do, computed from the permissions domains and plugins declare. */
export interface Roles {
  /** Permissions of a role inside its tenant; none for a role nobody knows. */
  permissionsOf(role: string): ReadonlySet<string>
}

export const roles = service<Roles>('access.roles')
