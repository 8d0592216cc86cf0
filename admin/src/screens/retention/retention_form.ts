import type { Retention } from '@crossdock/client'

export type RecordRule = Retention['records'][number]

export const mostDays = 36_500

/** The field values by kind: days as typed. */
export type Entered = Readonly<Record<string, string>>

export const enteredDays = ({ records }: Retention): Entered =>
  Object.fromEntries(records.map(({ kind, days }) => [kind, days === null ? '' : String(days)]))

/** Returns the typed days; null for the default, undefined for an invalid number. */
export function daysOf({ least }: RecordRule, typed: string): number | null | undefined {
  const days = typed.trim()
  if (days === '') return null
  if (!/^\d{1,6}$/.test(days)) return undefined
  return Number(days) >= Math.max(1, least?.days ?? 0) && Number(days) <= mostDays
    ? Number(days)
    : undefined
}

/** The changed fields; undefined when a field is invalid. */
export function changesOf({ records }: Retention, fields: Entered) {
  const entered = records.map((rule) => ({ rule, days: daysOf(rule, fields[rule.kind] ?? '') }))
  const valid = entered.flatMap(({ rule, days }) => (days === undefined ? [] : [{ rule, days }]))
  if (valid.length < entered.length) return undefined
  return valid
    .filter(({ rule, days }) => days !== rule.days)
    .map(({ rule: { kind }, days }) => ({ kind, days }))
}
