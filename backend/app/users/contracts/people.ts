import { service } from '@crossdock/kernel/plugin'

export interface NewPerson {
  /** In lower case. */
  email: string
  firstName: string | null
  lastName: string | null
  role: string
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
}

export const people = service<People>('users.people')
