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
