import { setTimeout as pause } from 'node:timers/promises'
import type { AgentProfile } from '../protocol.js'

const everyMs = 30_000

/** The profile of an agent without limits. */
export const openProfile: AgentProfile = {
  uploadKbps: null,
  downloadKbps: null,
  allowedCommands: null,
  activeHours: null,
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Returns whether transfers may run at a local time. Hours that end before they begin cross midnight, and belong
 * to the day on which they begin.
 */
export function isActive(hours: AgentProfile['activeHours'], at: Date): boolean {
  if (!hours) return true
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  const now = at.getHours() * 60 + at.getMinutes()
  const today = at.getDay()
  if (from < to) return hours.days.includes(today) && now >= from && now < to
  const isEvening = hours.days.includes(today) && now >= from
  const isMorning = hours.days.includes((today + 6) % 7) && now < to
  return isEvening || isMorning
}

/**
 * Waits until transfers may run.
 * @param onHeld called once if it waits
 */
export async function whenActive(
  profile: () => AgentProfile,
  signal: AbortSignal,
  onHeld: () => void
): Promise<void> {
  for (let isTold = false; !isActive(profile().activeHours, new Date()); isTold = true) {
    if (!isTold) onHeld()
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
