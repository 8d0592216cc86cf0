/** The statuses of a command. `sent`: the agent has not confirmed it yet. */
export const commandStatuses = [
  'queued',
  'sent',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const
export type CommandStatus = (typeof commandStatuses)[number]

export const openStatuses = ['queued', 'sent', 'running'] as const satisfies CommandStatus[]
export const connectionStatuses = ['online', 'offline'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]
