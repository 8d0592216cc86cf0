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

/** The colour of a run's or a step's status. */
export const statusVariant = (status: string): BadgeVariant => variants[status] ?? 'secondary'

/** Whether more is to come. */
export const isOpen = (status: string): boolean => status === 'pending' || status === 'running'

export const runStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

// As the log of calls: runs start and end without anybody at this console.
export const POLL = 10_000

/** The list of runs, narrowed. */
export const runsWhere = (filter: Record<string, unknown>): string =>
  `/flow-execution?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** The runs of a workflow. */
export const runsOf = (flowId: string): string => runsWhere({ flowId })

/** The page of a run. */
export const runPath = ({ executionId }: Pick<Execution, 'executionId'>): string =>
  `/flow-execution/${encodeURIComponent(executionId)}`
