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

/** Whether a run or step with this status is still active. */
export const isOpen = (status: string): boolean => status === 'pending' || status === 'running'

export const runStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

// Runs start and end without an action in this console, so poll them, as often as the log of calls.
export const POLL = 10_000
