import { beginningOf, invalid, text } from '@crossdock/kernel/http'
import { timeZoneNamed } from './time_zones.js'

/** Keys that mean something to the server, too: what they hold is read by more than the console. */
export const keys = {
  language: 'locale',
  appearance: 'theme',
  timeZone: 'preferences.timeZone',
} as const

/** @throws Problem 422 for what one of these keys cannot be; others hold what they like */
export function refuseUnknown(key: string, value: unknown): void {
  if (value === null) return
  if (key === keys.timeZone) timeZoneNamed(value, `values.${key}`)
  if (key === keys.language && !isTag(value)) {
    throw invalid(
      `values.${key}`,
      text('"{language}" is no language tag. Name one as "de" or "pt-BR".', {
        language: beginningOf(String(value), 50),
      })
    )
  }
  if (key === keys.appearance && value !== 'light' && value !== 'dark') {
    throw invalid(`values.${key}`, text('The theme is "light" or "dark"; null follows the system.'))
  }
}

function isTag(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}
