import { now } from '@crossdock/kernel/database'
import { tokenStatuses } from '../validators/api_token.js'

/** Days before the end at which a token counts as ending soon; its owner gets the first mail then. */
export const soonDays = 7

const dayMs = 24 * 60 * 60_000

/** Values of the list's filter: `expiring` means active tokens that end within a week. */
export const listedStatuses = [...tokenStatuses, 'expiring'] as const

type Listed = (typeof listedStatuses)[number]

interface Narrowed {
  whereRaw(sql: string, bindings: (string | boolean)[]): unknown
}

/** Narrows to tokens with any of these states. */
export function inStatus(query: Narrowed, value: unknown): void {
  const time = now()
  const soon = new Date(Date.parse(time) + soonDays * dayMs).toISOString()
  const conditions: Record<Listed, [sql: string, bindings: (string | boolean)[]]> = {
    active: ['is_active = ? and (expires_at is null or expires_at > ?)', [true, time]],
    expiring: ['is_active = ? and expires_at > ? and expires_at <= ?', [true, time, soon]],
    expired: ['is_active = ? and expires_at <= ?', [true, time]],
    revoked: ['is_active = ?', [false]],
  }
  const asked = [value].flat().map((status) => conditions[status as Listed])
  query.whereRaw(
    `(${asked.map(([sql]) => `(${sql})`).join(' or ') || '1 = 0'})`,
    asked.flatMap(([, bindings]) => bindings)
  )
}
