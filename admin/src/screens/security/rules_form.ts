import type { SignInRules } from '@crossdock/client'

/** The field values: one domain per line, and hours as typed. */
export interface RulesEntered {
  domains: string
  ssoOnly: boolean
  hours: string
}

export const mostHours = 336

export const enteredRules = ({
  allowedDomains,
  ssoOnly,
  sessionHours,
}: SignInRules): RulesEntered => ({
  domains: allowedDomains.join('\n'),
  ssoOnly,
  hours: String(sessionHours ?? ''),
})

/** Returns the typed hours; null for an invalid number. */
export function hoursOf(typed: string): { hours: number | null } | null {
  const hours = typed.trim()
  if (hours === '') return { hours: null }
  if (!/^\d+$/.test(hours)) return null
  return Number(hours) >= 1 && Number(hours) <= mostHours ? { hours: Number(hours) } : null
}

/** One domain per line, trimmed. */
const domainsOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The first line that is not a domain. */
export const wrongDomainOf = (typed: string): string | undefined =>
  domainsOf(typed).find((line) => !/^[^\s,;@]+\.[^\s,;@]+$/.test(line))

/** The changed rules only, so that other people's changes of the rest stay. */
export function changesOf(rules: SignInRules, { domains, ssoOnly, hours }: RulesEntered) {
  const allowedDomains = domainsOf(domains)
  const sessionHours = hoursOf(hours)?.hours ?? null
  const isSame = [...allowedDomains].sort().join() === rules.allowedDomains.join()
  return {
    ...(isSame ? {} : { allowedDomains }),
    ...(ssoOnly === rules.ssoOnly ? {} : { ssoOnly }),
    ...(sessionHours === rules.sessionHours ? {} : { sessionHours }),
  }
}
