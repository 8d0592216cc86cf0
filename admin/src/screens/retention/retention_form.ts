import type { Retention } from '@crossdock/client'

export type Kept = Retention['records'][number]

export const mostDays = 36_500

/** What the fields hold, by kind: days as they are typed. */
export type Entered = Readonly<Record<string, string>>

export const entered = ({ records }: Retention): Entered =>
  Object.fromEntries(records.map(({ kind, days }) => [kind, days === null ? '' : String(days)]))

/** null: as usual; undefined: no number of days it may be kept. */
export function daysOf({ least }: Kept, typed: string): number | null | undefined {
  const days = typed.trim()
  if (days === '') return null
  if (!/^\d{1,6}$/.test(days)) return undefined
  return Number(days) >= Math.max(1, least?.days ?? 0) && Number(days) <= mostDays
    ? Number(days)
    : undefined
}

/** What is other than before; undefined where a field is wrong. */
export function changesOf({ records }: Retention, fields: Entered) {
  const rules = records.map((kept) => ({ kept, days: daysOf(kept, fields[kept.kind] ?? '') }))
  const right = rules.flatMap(({ kept, days }) => (days === undefined ? [] : [{ kept, days }]))
  if (right.length < rules.length) return undefined
  return right
    .filter(({ kept, days }) => days !== kept.days)
    .map(({ kept: { kind }, days }) => ({ kind, days }))
}
