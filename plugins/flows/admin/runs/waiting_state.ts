import type { WaitingRuns } from '@crossdock/client'
import type { KnownAnswer } from '@crossdock/admin/kit'

/** Where it is asked how many runs wait. */
export const waitingPath = 'flow-executions/waiting'

/** However many wait, that is one thing that is wrong. */
export const waitingState = (read: KnownAnswer) => {
  const waiting = read<WaitingRuns>(waitingPath)
  return waiting && { count: Math.min(waiting.count, 1) }
}
