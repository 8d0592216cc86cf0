import { useLocaleState } from 'ra-core'

/** Short names of the days, Sunday first, as a profile counts them. */
export function useDayNames(): string[] {
  const [locale] = useLocaleState()
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  // 4 January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(1970, 0, 4 + day))))
}
