import { service } from '@crossdock/kernel/plugin'

/** An organization's rules for signing in. */
export interface SignInRules {
  /** Allowed domains of email addresses, in ASCII form; empty: any. */
  allowedDomains: string[]
  /** Whether people may sign in only with an identity provider. */
  ssoOnly: boolean
  /** Maximum length of a session; null: the default. */
  sessionHours: number | null
}

/** The rules of tenants. Usable from any context, also inside a transaction. */
export interface SignInRulesOfTenants {
  of(tenantId: string): Promise<SignInRules>
  /** Like `of`, with a lock until the transaction ends. The lock order is: people, rules, providers. */
  hold(tenantId: string): Promise<SignInRules>
  /**
   * Changes the rules, in a transaction that holds them, and updates the caches of every process. The caller must
   * first check whether the change excludes people.
   */
  change(tenantId: string, rules: SignInRules): Promise<void>
}

export const signInRules = service<SignInRulesOfTenants>('tenants.signInRules')
