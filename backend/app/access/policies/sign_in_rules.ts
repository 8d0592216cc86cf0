import type { Account } from '@crossdock/backend/users'
import { Problem, text, type Text } from '@crossdock/kernel/http'

type Ruled = Pick<Account, 'email' | 'tenantName' | 'isOutside' | 'ssoOnly'>

/** Why the rules of their organization keep somebody out; null when they do not. Asked at each request, not only when they sign in. */
export function ruleAgainst(account: Ruled, byProvider: boolean): Text | null {
  const { email, isOutside, ssoOnly } = account
  const organization = account.tenantName ?? ''
  if (isOutside) {
    return text(
      '{organization} lets in addresses of certain domains only, and {email} is of none of them. Ask an administrator.',
      { organization, email }
    )
  }
  if (!ssoOnly || byProvider) return null
  return text(
    '{organization} lets its people in by its identity provider only. Enter the organization on the sign-in page, and go on from there.',
    { organization }
  )
}

/** Whoever hears it has the code or the link of a mail, a passkey, or a provider that knows them. */
export const refusedByRule = (rule: Text): Problem => new Problem(401, 'E_SIGN_IN_RULE', rule)

/** @throws Problem 401 for somebody whom the rules of their organization keep out */
export function assertRulesAllow(account: Ruled, byProvider: boolean): void {
  const rule = ruleAgainst(account, byProvider)
  if (rule) throw refusedByRule(rule)
}
