import type { Rule } from './queries/sharing_rule.js'

export const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

/** How long links stay in the inventory after their end. */
const keptDays = 90

/** Hours in which a counted download may continue. */
export const begunHours = 6

/** The time some days after another time. */
export const daysFrom = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayMs).toISOString()

export const keptUntil = (end: string): string => daysFrom(end, keptDays)

interface Lasting {
  createdAt: string
  expiresAt: string
}

/** When a link ends. The rule's current maximum also shortens older links. */
export function endOf(
  { createdAt, expiresAt }: Lasting,
  { maxDays }: Pick<Rule, 'maxDays'>
): string {
  const latest = daysFrom(createdAt, maxDays)
  return expiresAt < latest ? expiresAt : latest
}
