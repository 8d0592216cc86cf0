import type { Retention } from '@crossdock/client'

export type Kept = Retention['records'][number]

export const mostDays = 36_500

/** The field values by kind: days as typed. */
export type Entered = Readonly<Record<string, string>>

export const enteredDays = ({ records }: Retention): Entered =>
  Object.fromEntries(records.map(({ kind, days }) => [kind, days === null ? '' : String(days)]))

/** Returns the typed days; null for the default, undefined for an invalid number. */
export function daysOf({ least }: Kept, typed: string): number | null | undefined {
  const days = typed.trim()
  if (days === '') return null
  if (!/^\d{1,6}$/.test(days)) return undefined
  return Number(days) >= Math.max(1, least?.days ?? 0) && Number(days) <= mostDays
    ? Number(days)
    : undefined
}

/** The changed fields; undefined when a field is invalid. */
export function changesOf({ records }: Retention, fields: Entered) {
  const rules = records.map((kept) => ({ kept, days: daysOf(kept, fields[kept.kind] ?? '') }))
  const right = rules.flatMap(({ kept, days }) => (days === undefined ? [] : [{ kept, days }]))
  if (right.length < rules.length) return undefined
  return right
    .filter(({ kept, days }) => days !== kept.days)
    .map(({ kept: { kind }, days }) => ({ kind, days }))
}
