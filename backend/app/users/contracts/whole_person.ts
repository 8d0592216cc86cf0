import { service } from '@crossdock/kernel/plugin'

/** Implemented by the access domain, which knows what tokens may. */
export interface WholePerson {
  /** Whether the caller is a person, or a token that may do all that its person may: what is theirs is its, too. */
  asks(): Promise<boolean>
}

export const wholePerson = service<WholePerson>('users.wholePerson')
