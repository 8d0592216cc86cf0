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

/** What is other than before: what somebody else changes of the rest meanwhile stays. */
export function changesOf(rules: SignInRules, { domains, ssoOnly, hours }: RulesEntered) {
  const allowedDomains = domains.split(/[\s,;]+/).filter(Boolean)
  const sessionHours = hoursOf(hours)?.hours ?? null
  const isSame = [...allowedDomains].sort().join() === rules.allowedDomains.join()
  return {
    ...(isSame ? {} : { allowedDomains }),
    ...(ssoOnly === rules.ssoOnly ? {} : { ssoOnly }),
    ...(sessionHours === rules.sessionHours ? {} : { sessionHours }),
  }
}
