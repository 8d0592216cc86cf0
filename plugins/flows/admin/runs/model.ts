import type { Execution } from '@crossdock/client'
import type { BadgeVariant } from '@crossdock/admin/kit'

const variants: Record<string, BadgeVariant> = {
  pending: 'secondary',
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'destructive',
  cancelled: 'warning',
}

/** The color of a run's or a step's status. */
export const statusVariant = (status: string): BadgeVariant => variants[status] ?? 'secondary'

/** Whether the run or step is still active. */
export const isOpen = (status: string): boolean => status === 'pending' || status === 'running'

export const runStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

// The same interval as for the log of calls, because runs start and end without an action in this console.
export const POLL = 10_000

/** The URL of the list of runs with a filter. */
export const runsWhere = (filter: Record<string, unknown>): string =>
  `/flow-execution?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** The URL of the runs of a workflow. */
export const runsOf = (flowId: string): string => runsWhere({ flowId })

/** The URL of the page of a run. */
export const runPath = ({ executionId }: Pick<Execution, 'executionId'>): string =>
  `/flow-execution/${encodeURIComponent(executionId)}`
