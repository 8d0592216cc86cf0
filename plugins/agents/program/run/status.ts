import type { AgentProfile, CommandType } from '../protocol.js'
import type { EndStatus } from '../sync/end.js'
import type { DiskRoom } from './system_info.js'

/** The status of an agent. It contains no secret. */
export interface AgentStatus {
  version: string
  pid: number
  startedAt: string
  starts: number
  agentName: string | null
  organization: string | null
  environment: string | null
  server: string | null
  connectedSince: string | null
  /** Why the agent is not connected, or why the server refuses the agent. */
  problem: string | null
  isPausedHere: boolean
  isPausedByServer: boolean
  profile: AgentProfile
  folders: DiskRoom[]
  /** Folders that sync contracts keep in sync. */
  sync: EndStatus[]
  waiting: number
  running: {
    commandId: string
    commandType: CommandType
    done: number
    total: number
    message: string
  }[]
  newest: {
    commandId: string
    commandType: CommandType
    status: 'waiting' | 'running' | 'completed' | 'failed'
    message: string | null
  }[]
  rssBytes: number
  stateFolder: string
}

const MiB = 1024 * 1024

export const bytesText = (bytes: number): string =>
  bytes < MiB
    ? `${Math.ceil(bytes / 1024)} KiB`
    : `${Math.round(bytes / MiB).toLocaleString('en-US')} MiB`

/** Returns what the agent does, in a word or a sentence. */
export function stateText(status: AgentStatus): string {
  if (status.problem && !status.connectedSince) return `not connected: ${status.problem}`
  if (!status.connectedSince) return 'connecting'
  if (status.isPausedHere) return 'connected, paused on this machine'
  if (status.isPausedByServer) return 'connected, paused by the server'
  return status.running.length > 0 ? 'connected, working' : 'connected, idle'
}

/** Describes a synced folder in one line. */
function syncText(end: EndStatus): string {
  const { contract, path, state, files, bytes, troubles, unwatched } = end
  const notes = [
    ...(troubles > 0 ? [`${troubles} files left alone`] : []),
    ...(unwatched > 0 ? [`${unwatched} folders not watched`] : []),
  ]
  const size = `${files.toLocaleString('en-US')} files, ${bytesText(bytes)}`
  return `"${contract}" ${path} (${[size, ...notes].join(', ')}): ${state}`
}

/** Returns the status as names and values for people. */
export function statusRows(status: AgentStatus): [name: string, value: string][] {
  const { profile } = status
  const kbps = (value: number | null) => (value === null ? 'no limit' : `${value} kbit/s`)
  return [
    ['Agent', status.agentName ?? 'not enrolled'],
    ['State', stateText(status)],
    ['Organization', status.organization ?? ''],
    ['Environment', status.environment ?? ''],
    ['Server', status.server ?? ''],
    ['Connected since', status.connectedSince ?? ''],
    ['Version', status.version],
    ['Process', `${status.pid}, ${bytesText(status.rssBytes)} of memory`],
    ['Upload', kbps(profile.uploadKbps)],
    ['Download', kbps(profile.downloadKbps)],
    ...status.folders.map(({ path, freeBytes }): [string, string] => [
      'Folder',
      `${path} (${bytesText(freeBytes)} free)`,
    ]),
    ...status.sync.map((end): [string, string] => ['Sync', syncText(end)]),
    ...status.running.map(({ commandType, done, total, message }): [string, string] => [
      'Working on',
      `${commandType} ${bytesText(done)} of ${bytesText(total)} ${message}`,
    ]),
    ['Waiting commands', String(status.waiting)],
    ['State folder', status.stateFolder],
  ]
}
