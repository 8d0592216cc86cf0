import type {
  AgentCommand,
  AgentDownloads,
  AgentEnrolment,
  AgentGroup,
  AgentRollout,
  DesktopAgent,
  DesktopAgentDetails,
} from '@crossdock/client'
import { sample } from '../../../../admin/.storybook/sample.js'
import { sessions } from '../../../../admin/.storybook/sessions.js'
import { commandTypes } from '../model.js'

/** The request that the fake server of a story passes to its handlers. */
interface Call {
  params: Record<string, string>
  query: URLSearchParams
}

const MINUTE = 60_000
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

const may = (permissions: string[]) => ({
  ...sessions.member!,
  permissions: ['assets.read', 'assets.write', 'environments.read', ...permissions],
})
/** A person of each role that the plugin distinguishes. */
export const people = {
  manager: may(['agents.read', 'agents.commands', 'agents.manage']),
  sender: may(['agents.read', 'agents.commands']),
  reader: may(['agents.read']),
}

export const agent = (part: Partial<DesktopAgent>): DesktopAgent => {
  const name = part.agentName ?? 'WS-DOCK-07'
  return sample('DesktopAgent', {
    id: 'ag_1',
    tenantId: 'ten_1',
    environmentId: 'env_production',
    clientId: '3f9c21ab-7d10-4a55-9d1e-5f0f3a6c8b21',
    agentName: name,
    machineName: name,
    hostName: name.toLowerCase(),
    isOnline: true,
    connectionStatus: 'online',
    lastHeartbeat: ago(0.3),
    connectedAt: ago(700),
    platform: 'windows',
    arch: 'x64',
    osVersion: 'Windows 11',
    version: '1.4.2',
    owner: 'Mara Lindqvist',
    userId: 'usr_1',
    capabilities: [...commandTypes],
    folders: ['C:\\Scans', 'C:\\Labels'],
    groupId: 'gr_1',
    groupName: 'Dock scanners',
    copies: [],
    syncContractIds: [],
    metadata: { pending: 0, freeBytes: 212_000_000_000, rssBytes: 64_000_000 },
    createdAt: ago(60 * 24 * 46),
    ...part,
  })
}

const clientId = (number: number) =>
  `${(number * 2_654_435_761).toString(16).padStart(8, '0').slice(-8)}-0000-4000-8000-000000000000`

/** A small site with one agent of each health. */
export const fleet: DesktopAgent[] = [
  agent({}),
  agent({
    id: 'ag_2',
    agentName: 'WS-DOCK-12',
    clientId: 'b07d44e1-1',
    isOnline: false,
    connectionStatus: 'offline',
    lastHeartbeat: ago(120),
  }),
  agent({
    id: 'ag_3',
    agentName: 'WS-CUSTOMS-02',
    clientId: '5ac91f30-1',
    lastHeartbeat: ago(1),
    copies: [{ instanceId: 'i', machineName: 'WS-CUSTOMS-03', at: ago(30) }],
  }),
  agent({
    id: 'ag_4',
    agentName: 'WS-YARD-03',
    clientId: 'e41b6c72-1',
    lastHeartbeat: ago(11),
  }),
  agent({
    id: 'ag_5',
    agentName: 'MAC-SALES-01',
    clientId: 'c2780fe9-1',
    platform: 'macos',
    osVersion: 'macOS 15',
    arch: 'arm64',
    groupId: null,
    groupName: null,
    version: '1.4.1',
  }),
  agent({
    id: 'ag_6',
    agentName: 'SRV-ARCHIVE',
    clientId: 'd95e1170-1',
    platform: 'linux',
    osVersion: 'Debian 12',
    groupId: null,
    groupName: null,
    isPaused: true,
  }),
  agent({ id: 'ag_7', agentName: 'WS-GATE-01', clientId: '6b13c8f4-1', lastHeartbeat: null }),
  agent({ id: 'ag_8', agentName: 'WS-GATE-02', clientId: '8ed4017b-1', lastHeartbeat: ago(20) }),
]

/** More agents than fit on a page: every eighth is offline. */
export const manyAgents: DesktopAgent[] = Array.from({ length: 2_000 }, (_, at) => {
  const isOnline = at % 8 !== 3
  return agent({
    id: `ag_${at}`,
    agentName: `WS-${String(at + 1).padStart(4, '0')}`,
    clientId: clientId(at + 1),
    isOnline,
    lastHeartbeat: ago(isOnline ? at % 7 : 90 + at),
    connectionStatus: isOnline ? 'online' : 'offline',
    version: at % 9 ? '1.4.2' : '1.4.1',
  })
})

export const command = (part: Partial<AgentCommand>): AgentCommand =>
  sample('AgentCommand', {
    id: 'cmd_1',
    tenantId: 'ten_1',
    environmentId: 'env_production',
    agentId: 'ag_1',
    clientId: '3f9c21ab-7d10-4a55-9d1e-5f0f3a6c8b21',
    agentName: 'WS-DOCK-07',
    commandType: 'upload_files',
    parameters: { path: 'C:\\Scans\\Outbound' },
    status: 'completed',
    priority: 5,
    triggerSource: 'user',
    retryCount: 0,
    maxRetries: 3,
    startedAt: ago(31),
    completedAt: ago(30.9),
    executedAt: ago(30.9),
    createdAt: ago(32),
    timeoutAt: ago(-10_000),
    result: { files: 42, bytes: 1_812_440 },
    errorMessage: null,
    ...part,
  })

const begun = { startedAt: ago(0.3), completedAt: null, executedAt: ago(0.3), result: null }
export const commands: AgentCommand[] = [
  command({
    id: 'cmd_run',
    status: 'running',
    createdAt: ago(0.4),
    ...begun,
    progress: { done: 26, total: 42, message: 'scan-5522.pdf', at: ago(0) },
  }),
  command({
    id: 'cmd_new',
    commandType: 'sync_folder',
    status: 'queued',
    createdAt: ago(0.5),
    ...begun,
    startedAt: null,
    executedAt: null,
    parameters: { path: 'C:\\Scans\\Inbox', action: 'upload', folder: '/Arrivals' },
  }),
  command({ commandType: 'download_files', parameters: { path: 'C:\\Labels' } }),
  command({
    id: 'cmd_bad',
    status: 'failed',
    parameters: { path: 'D:\\Archive' },
    result: null,
    errorCode: 'E_NOT_ALLOWED',
    retryCount: 3,
    createdAt: ago(50),
    executedAt: ago(50),
    errorMessage: '"D:\\Archive" is in no folder that this computer allows.',
  }),
  command({
    id: 'cmd_info',
    commandType: 'system_info',
    parameters: { path: '' },
    createdAt: ago(300),
    result: { os: 'Windows 11', cores: 8 },
  }),
  command({ id: 'cmd_off', status: 'cancelled', createdAt: ago(400), result: null }),
]

const sha = '9e41f07a2c5d4b1e8f60a7c3d2915b84e6f7081923a4b5c6d7e8f90112233445'
export const downloads: AgentDownloads = {
  files: (['windows', 'macos', 'linux'] as const).flatMap((platform, at) =>
    (['x64', 'arm64'] as const).map((arch) => ({
      platform,
      arch,
      version: '1.4.2',
      size: 78_000_000 + at * 3_000_000,
      sha256: sha,
      file: `crossdock-agent-${platform}-${arch}`,
      url: `https://crossdock.example/api/desktop-agents/downloads/${platform}-${arch}`,
    }))
  ),
  hint: null,
}

export const groups: AgentGroup[] = [
  sample('AgentGroup', {
    id: 'gr_1',
    name: 'Dock scanners',
    agents: 5,
    profile: {
      uploadKbps: 2_000,
      downloadKbps: null,
      allowedCommands: ['upload_files', 'system_info'],
      activeHours: { days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' },
    },
  }),
  sample('AgentGroup', {
    id: 'gr_2',
    name: 'Office',
    agents: 2,
    profile: { uploadKbps: null, downloadKbps: null, allowedCommands: null, activeHours: null },
  }),
]

export const enrolment = (part: Partial<AgentEnrolment>): AgentEnrolment =>
  sample('AgentEnrolment', {
    id: 'en_1',
    owner: 'Mara Lindqvist',
    status: 'open',
    expiresAt: ago(-1_400),
    ...part,
  })

const token = 'cde_7Qm2xvR4tGk9'
export const deployment = {
  id: 'en_new',
  token,
  expiresAt: ago(-1_440),
  commands: {
    linux: `curl -fsSL https://crossdock.example/api/desktop-agents/downloads/linux-x64 -o crossdock-agent && chmod +x crossdock-agent && ./crossdock-agent enroll --server https://crossdock.example --token ${token}`,
    macos: `curl -fsSL https://crossdock.example/api/desktop-agents/downloads/macos-arm64 -o crossdock-agent && ./crossdock-agent enroll --server https://crossdock.example --token ${token}`,
    windows: `Invoke-WebRequest "https://crossdock.example/api/desktop-agents/downloads/windows-x64" -OutFile crossdock-agent.exe; .\\crossdock-agent.exe enroll --server https://crossdock.example --token ${token}`,
  },
}

/** The day of an agent that was offline for 45 minutes. */
export const details: DesktopAgentDetails = {
  agentId: 'ag_1',
  health: Array.from({ length: 144 }, (_, at) => 1_440 - at * 10)
    .filter((minutes) => minutes > 960 || minutes < 905)
    .map((minutes) => ({
      at: ago(minutes),
      pending: 0,
      freeBytes: 212_000_000_000,
      rssBytes: 64_000_000,
    })),
  log: [
    ['info', 'upload_files C:\\Scans\\Outbound: scan-5521.pdf done, 412 KB'],
    ['info', 'scan-5522.pdf is unchanged, nothing sent'],
    ['warn', 'The connection was lost. Trying again in 4 seconds.'],
    ['info', 'upload_files continues after the reconnect'],
  ].map(([level, message], at) => ({ at: ago(4 - at), level: level!, message: message! })),
  diagnosticsState: 'none',
  diagnosticsAt: null,
  diagnostics: null,
}

export const rollout: AgentRollout = {
  isActive: true,
  percentage: 25,
  maxFailures: 3,
  version: '1.4.2',
  stoppedReason: null,
  updateHours: { from: '20:00', to: '05:00' },
  agents: 8,
  current: 6,
  requested: 1,
  rolledBack: 0,
  failed: 1,
}

/** A list with the server's paging and filters. */
const listOf =
  <T extends object>(rows: readonly T[]) =>
  ({ query }: Call) => {
    const filter = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>
    const [from, to] = JSON.parse(query.get('range') ?? '[0,24]') as [number, number]
    const { search, id, ...others } = filter
    const found = rows.filter((row) => {
      const record = row as Record<string, unknown>
      const isNamed =
        typeof search !== 'string' ||
        String(record.machineName ?? record.name)
          .toLowerCase()
          .includes(search.toLowerCase())
      const isMeant = !Array.isArray(id) || id.includes(record.id)
      return (
        isNamed && isMeant && Object.entries(others).every(([key, value]) => record[key] === value)
      )
    })
    const page = found.slice(from, to + 1)
    return new Response(JSON.stringify(page), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Range': `items ${from}-${from + page.length - 1}/${found.length}`,
      },
    })
  }

export function getHandlers(
  agents: readonly DesktopAgent[],
  queue: readonly AgentCommand[] = commands
) {
  return {
    'GET /desktop-agents/stats': {
      totalAgents: agents.length,
      onlineAgents: agents.filter(({ isOnline }) => isOnline).length,
      pendingCommands: queue.length && 2,
      completedToday: queue.length && 212,
    },
    'GET /desktop-agents/commands': listOf(queue),
    'GET /desktop-agents/commands/:id': ({ params }: Call) =>
      answer(queue.find(({ id }) => id === params.id)),
    'GET /desktop-agents/downloads': downloads,
    'GET /desktop-agents/rollout': rollout,
    'GET /desktop-agents/enrolments': [] as AgentEnrolment[],
    'GET /desktop-agents/groups': listOf(groups),
    'GET /desktop-agents': listOf(agents),
    'GET /desktop-agents/:id/details': details,
    'GET /desktop-agents/:id': ({ params }: Call) =>
      answer(agents.find(({ id }) => id === params.id)),
    'GET /tenant/environments': [
      sample('Environment', {
        id: 'env_production',
        name: 'production',
        displayName: 'Production',
      }),
    ],
  }
}

// Wraps a body, because a `status` of a bare record would look like that of an answer.
const answer = (body: object | undefined) =>
  body ? { status: 200, body } : { status: 404, body: { message: 'There is no such agent.' } }
