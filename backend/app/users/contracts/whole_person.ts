import { service } from '@crossdock/kernel/plugin'

/** Implemented by the access domain, which knows the permissions of tokens. */
export interface WholePerson {
  /**
   * Whether the caller is a person, or a token with all permissions of its owner, which may act on the owner's own
   * data.
   */
  hasAllPermissions(): Promise<boolean>
}

export const hasAllRights = service<WholePerson>('users.hasAllRights')
