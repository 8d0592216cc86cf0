import type { WaitingRuns } from '@crossdock/client'
import type { KnownAnswer } from '@crossdock/admin/kit'

/** The API path for the number of waiting runs. */
export const waitingPath = 'flow-executions/waiting'

/** Any number of waiting runs counts as one problem. */
export const waitingState = (read: KnownAnswer) => {
  const waiting = read<WaitingRuns>(waitingPath)
  return waiting && { count: Math.min(waiting.count, 1) }
}
