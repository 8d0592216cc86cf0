import type { SignInRules } from '@crossdock/client'

/** What the fields hold: a domain a line, and hours as they are typed. */
export interface RulesEntered {
  domains: string
  ssoOnly: boolean
  hours: string
}

export const mostHours = 336

export const entered = ({ allowedDomains, ssoOnly, sessionHours }: SignInRules): RulesEntered => ({
  ...{ domains: allowedDomains.join('\n'), ssoOnly, hours: String(sessionHours ?? '') },
})

/** null: no number of hours a session may last. */
export function hoursOf(typed: string): { hours: number | null } | null {
  const hours = typed.trim()
  if (hours === '') return { hours: null }
  if (!/^\d+$/.test(hours)) return null
  return Number(hours) >= 1 && Number(hours) <= mostHours ? { hours: Number(hours) } : null
}

/** A line is one domain; blanks around it are none of it. */
const domainsOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The first line that is no domain. */
export const wrongDomainOf = (typed: string): string | undefined =>
  domainsOf(typed).find((line) => !/^[^\s,;@]+\.[^\s,;@]+$/.test(line))

/** What is other than before: what somebody else changes of the rest meanwhile stays. */
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
