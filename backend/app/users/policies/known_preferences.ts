import { beginningOf, invalid, text } from '@crossdock/kernel/ground'
import { preferenceKeys } from '../models/user_preference.js'
import { parseTimeZone } from './time_zones.js'

/** @throws Problem 422 for an invalid value of one of these keys; other keys accept any value */
export function refuseUnknown(key: string, value: unknown): void {
  if (value === null) return
  if (key === preferenceKeys.timeZone) parseTimeZone(value, `values.${key}`)
  if (key === preferenceKeys.language && !isTag(value)) {
    throw invalid(
      `values.${key}`,
      text('"{language}" is not a language tag. Use one such as "de" or "pt-BR".', {
        language: beginningOf(String(value), 50),
      })
    )
  }
  if (key === preferenceKeys.appearance && value !== 'light' && value !== 'dark') {
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
