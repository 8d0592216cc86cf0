import type { Account } from '@crossdock/backend/users'
import { Problem, text, type Text } from '@crossdock/kernel/ground'

type Ruled = Pick<Account, 'email' | 'tenantName' | 'isOutside' | 'ssoOnly'>

/**
 * The sign-in rule of their organization that excludes an account; null if none does. Checked at each request, not
 * only at sign-in.
 */
export function findViolatedRule(account: Ruled, byProvider: boolean): Text | null {
  const { email, isOutside, ssoOnly } = account
  const organization = account.tenantName ?? ''
  if (isOutside) {
    return text(
      '{organization} accepts only certain email domains, and {email} is not in one of them. Ask an administrator.',
      { organization, email }
    )
  }
  if (!ssoOnly || byProvider) return null
  return text(
    '{organization} allows sign-in only through its identity provider. Enter the organization on the sign-in page and continue from there.',
    { organization }
  )
}

/** The caller has already proved their identity by mail, passkey or provider, so the rule may be named. */
export const refusedByRule = (rule: Text): Problem => new Problem(401, 'E_SIGN_IN_RULE', rule)

/** @throws Problem 401 if the organization's rules exclude the account */
export function assertRulesAllow(account: Ruled, byProvider: boolean): void {
  const rule = findViolatedRule(account, byProvider)
  if (rule) throw refusedByRule(rule)
}
