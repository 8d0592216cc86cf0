import type { AgentCommand, DesktopAgent } from '@crossdock/client'
import type { BadgeVariant, ToneName } from '@crossdock/admin/kit'

export * from './paths.js'

export const POLL = 10_000

export const platforms = ['windows', 'macos', 'linux'] as const
export type Platform = (typeof platforms)[number]

export const commandTypes = [
  'sync_folder',
  'upload_files',
  'download_files',
  'system_info',
  'restart_agent',
] as const
export const commandStatuses = [
  'queued',
  'sent',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const

/** Whether the command is about the machine, so that it needs no file or folder. */
export const isMachineCommand = (type: string | undefined) =>
  type === 'system_info' || type === 'restart_agent'

export const shortClientId = ({ clientId }: { clientId: string }) => clientId.slice(0, 8)

export const isOpen = ({ status }: AgentCommand) =>
  status === 'queued' || status === 'sent' || status === 'running'
export const canRetry = ({ status }: AgentCommand) => status === 'failed' || status === 'cancelled'

/** Completed and failed have their own colors; other statuses are neutral. */
export const commandColor = ({ status }: AgentCommand): BadgeVariant =>
  status === 'completed' ? 'success' : status === 'failed' ? 'destructive' : 'secondary'

const MINUTE = 60_000

export type Health = 'offline' | 'unheard' | 'well' | 'late' | 'silent'

/** Returns the health of an agent by the time of its last heartbeat. */
export function healthOf(
  { isOnline, lastHeartbeat }: Pick<DesktopAgent, 'isOnline' | 'lastHeartbeat'>,
  now = Date.now()
): Health {
  if (!isOnline) return 'offline'
  if (!lastHeartbeat) return 'unheard'
  const age = now - Date.parse(lastHeartbeat)
  if (age < 5 * MINUTE) return 'well'
  return age < 15 * MINUTE ? 'late' : 'silent'
}

export const healthTone: Record<Health, Extract<ToneName, 'success' | 'warning' | 'danger'>> = {
  offline: 'danger',
  unheard: 'warning',
  well: 'success',
  late: 'warning',
  silent: 'danger',
}

interface AgentUpdate {
  version: string
  outcome: string
  message: string
}

/** The state of an agent's newest update. */
export const updateOf = ({ agentConfig }: DesktopAgent) =>
  agentConfig.update as AgentUpdate | undefined

/** A number from the agent's last machine report. */
export function figureOf({ metadata }: DesktopAgent, name: 'pending' | 'freeBytes' | 'rssBytes') {
  const value = metadata[name]
  return typeof value === 'number' ? value : undefined
}
