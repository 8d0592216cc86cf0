import type { DesktopAgent, DesktopAgentDetails } from '@crossdock/client'

const QUARTER = 15 * 60_000
const count = 96

export type Slot = { from: number; state: 'up' | 'down' | 'unknown' }

/**
 * Returns the last 24 hours in quarter hours. An agent reports every ten minutes, so it was disconnected in a quarter
 * without a report. After the last connect, the online status decides.
 */
export function healthSlots(
  agent: Pick<DesktopAgent, 'createdAt' | 'connectedAt' | 'isOnline'>,
  health: DesktopAgentDetails['health'],
  now = Date.now()
): Slot[] {
  const begin = now - count * QUARTER
  const added = Date.parse(agent.createdAt)
  const connected = agent.isOnline && agent.connectedAt ? Date.parse(agent.connectedAt) : Infinity
  const heard = new Set(health.map(({ at }) => Math.floor((Date.parse(at) - begin) / QUARTER)))
  return Array.from({ length: count }, (_, at) => {
    const from = begin + at * QUARTER
    if (heard.has(at) || from + QUARTER > connected) return { from, state: 'up' }
    return { from, state: from < added ? 'unknown' : 'down' }
  })
}

export interface Gap {
  from: number
  ms: number
}

/** The periods without a connection. */
export function gapsOf(slots: readonly Slot[]): Gap[] {
  const gaps: Gap[] = []
  let open: Gap | undefined
  for (const { from, state } of slots) {
    if (state !== 'down') open = undefined
    else if (open) open.ms += QUARTER
    else gaps.push((open = { from, ms: QUARTER }))
  }
  return gaps
}
