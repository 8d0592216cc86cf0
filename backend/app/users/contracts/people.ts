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
  /** The id they come after. */
  behind?: string | undefined
  limit: number
}

/** People who come in by themselves, because somebody the tenant trusts says who they are. */
export interface People {
  /**
   * Adds a person to the current tenant whom nobody invites: no mail is sent. Runs inside of a
   * transaction. @returns the id. @throws what `isUniqueViolation` knows, when the address is taken
   */
  add(person: NewPerson): Promise<string>
  /**
   * Gives somebody of the current tenant another role, unless that leaves it without an active
   * administrator. Runs inside of a transaction. @returns whether they have it now
   */
  setRole(userId: string, role: string): Promise<boolean>
  /** Ids of the active administrators of the current tenant, those that are longest there first; 50 at most. */
  administrators(): Promise<string[]>
  /** In a transaction that may cost the current tenant an administrator who can sign in: the first lock of all, until it ends. */
  holdAdministrators(): Promise<void>
  /**
   * Behind `holdAdministrators`: whether an active administrator of the current tenant could sign in by such rules, with an address
   * of their domains, and known to a provider that is on where those alone let in.
   */
  isAdministratorLeft(rules: Pick<SignInRules, 'allowedDomains' | 'ssoOnly'>): Promise<boolean>
  /** Active people of the current tenant, in the order of their ids. */
  active(page: PageOfPeople): Promise<{ id: string; email: string }[]>
  /** Active people of the current tenant whose address has none of the domains, in the order of their ids. */
  outside(
    allowedDomains: readonly string[],
    page: PageOfPeople
  ): Promise<{ id: string; email: string }[]>
}

export const people = service<People>('users.people')
