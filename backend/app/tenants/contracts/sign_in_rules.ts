import { service } from '@crossdock/kernel/plugin'

/** What an organization says of how its people sign in. */
export interface SignInRules {
  /** Domains of the addresses people may have, in ASCII form; none: any. */
  allowedDomains: string[]
  /** Whether people come in by an identity provider alone. */
  ssoOnly: boolean
  /** A session ends this long after it has begun; null: as long as sessions last anyway. */
  sessionHours: number | null
}

/** The rules of tenants, from any context, also inside a transaction. */
export interface SignInRulesOfTenants {
  of(tenantId: string): Promise<SignInRules>
  /** As `of`; nobody else changes them, nor decides by them behind `hold`, before the transaction ends. Behind locks on people, before those on providers. */
  hold(tenantId: string): Promise<SignInRules>
  /**
   * Changes them as they are told, in a transaction that holds them, and tells every process.
   * Whether they shut somebody out is asked before.
   */
  change(tenantId: string, rules: SignInRules): Promise<void>
}

export const signInRules = service<SignInRulesOfTenants>('tenants.signInRules')
