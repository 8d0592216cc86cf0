import type { SignInRules } from '@crossdock/backend/tenants'
import { service } from '@crossdock/kernel/plugin'

export interface NewPerson {
  /** In lower case. */
  email: string
  firstName: string | null
  lastName: string | null
  role: string
}

export interface PageOfPeople {
  /** Id of the last person of the previous page. */
  behind?: string | undefined
  limit: number
}

/** People who join without an invitation, because a source that the tenant trusts identifies them. */
export interface People {
  /**
   * Adds a person to the current tenant without an invitation mail. Runs inside a transaction.
   * @returns the id
   * @throws an error that `isUniqueViolation` recognizes when the address is taken
   */
  add(person: NewPerson): Promise<string>
  /**
   * Changes the role of a person of the current tenant, unless no active administrator would be left. Runs inside a
   * transaction.
   * @returns whether they have the role now
   */
  setRole(userId: string, role: string): Promise<boolean>
  /** Ids of the active administrators of the current tenant, oldest accounts first; at most 50. */
  administrators(): Promise<string[]>
  /**
   * Locks the administrators. Must be the first lock of a transaction that can remove an administrator who can sign
   * in.
   */
  holdAdministrators(): Promise<void>
  /**
   * Whether an active administrator of the current tenant could sign in under these rules: with an address in the
   * domains, and with `ssoOnly` known to an enabled provider. Call `holdAdministrators` first.
   */
  isAdministratorLeft(rules: Pick<SignInRules, 'allowedDomains' | 'ssoOnly'>): Promise<boolean>
  /** Active people of the current tenant, ordered by id. */
  active(page: PageOfPeople): Promise<{ id: string; email: string }[]>
  /** Active people of the current tenant whose address is in none of the domains, ordered by id. */
  outside(
    allowedDomains: readonly string[],
    page: PageOfPeople
  ): Promise<{ id: string; email: string }[]>
}

export const people = service<People>('users.people')
