import { sessions } from '../../../../admin/.storybook/sessions.js'
import type {
  Binding,
  ContractSide,
  ContractState,
  KeptVersion,
  SkippedFile,
  SyncConflict,
  SyncContract,
  SyncPlan,
  SyncRun,
  Transfer,
} from '../model.js'

/** The request that the fake server of a story passes to its handlers. */
interface Call {
  params: Record<string, string>
  query: URLSearchParams
}

const MINUTE = 60_000
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

const may = (permissions: string[]) => ({
  ...sessions.member!,
  permissions: [
    'assets.read',
    'assets.write',
    'agents.read',
    'environments.read',
    'integrations.read',
    ...permissions,
  ],
})
/** A person of each role that the plugin distinguishes. */
export const people = {
  manager: may(['sync.read', 'sync.run', 'sync.manage']),
  editor: may(['sync.read', 'sync.run']),
  reader: may(['sync.read']),
}

const idle: ContractState = {
  phase: 'idle',
  message: null,
  stop: null,
  runId: null,
  progress: null,
  openConflicts: 0,
  skipped: 0,
  nextRunAt: null,
}

const local = (label: string, path: string): ContractSide => ({
  type: 'local_folder',
  label,
  path,
  isOnline: true,
  lastSeenAt: ago(0),
  agentId: 'ag_1',
  files: 430,
  bytes: 100_663_296,
  lastScanAt: ago(3),
  systemId: null,
  folderId: null,
})
const assets = (path: string): ContractSide => ({
  type: 'asset_folder',
  label: null,
  path,
  isOnline: true,
  lastSeenAt: null,
  folderId: 'fol_1',
  files: 388,
  bytes: 92_274_688,
  lastScanAt: ago(2),
  agentId: null,
  systemId: null,
})
const system = (label: string, path: string): ContractSide => ({
  type: 'external_system',
  label,
  path,
  isOnline: true,
  lastSeenAt: null,
  systemId: 'sys_1',
  files: null,
  bytes: null,
  lastScanAt: null,
  agentId: null,
  folderId: null,
})

type Part = Omit<Partial<SyncContract>, 'state' | 'sides'> & {
  state?: Partial<ContractState>
  sides?: [ContractSide, ContractSide]
}

export function contract({ state, sides, ...part }: Part): SyncContract {
  const [source, target] = sides ?? [local('WS-DOCK-07', 'C:\\Scans\\Inbox'), assets('/Arrivals')]
  return {
    id: 'sc_1',
    tenantId: 'ten_1',
    environmentId: 'env_1',
    name: 'Scanner inbox',
    revision: 1,
    isActive: true,
    description: 'Scans from the dock computers',
    lastSync: ago(0.2),
    sourceType: source.type,
    sourceConfig: { path: source.path, clientId: '3f9c21ab' },
    targetType: target.type,
    targetConfig: { path: target.path },
    conflictResolution: 'timestamp',
    syncRules: {
      fileTypes: ['pdf', 'tif', 'xml'],
      excludePatterns: ['Thumbs.db', '*.tmp'],
      bidirectional: false,
      deletes: true,
      folders: [],
      maxDeletions: 100,
      maxDeletionPercent: 10,
    },
    scheduleConfig: { mode: 'continuous' },
    bandwidth: [{ from: '08:00', to: '18:00', kbps: 20_000 }],
    createdAt: '2026-10-14T08:00:00.000Z',
    createdBy: 'Ines Alvarado',
    ...part,
    state: { ...idle, ...state },
    sides: { source, target },
  }
}

const both = {
  fileTypes: [],
  excludePatterns: [],
  bidirectional: true,
  deletes: true,
  folders: [],
  maxDeletions: 100,
  maxDeletionPercent: 10,
}

/** One contract of each state. */
export const contracts: SyncContract[] = [
  contract({
    id: 'sc_2',
    name: 'Price lists',
    description: 'One price list for sales and warehouse',
    syncRules: both,
    conflictResolution: 'manual',
    lastSync: ago(12),
    sides: [local('MAC-SALES-01', '~/Price lists'), assets('/Price lists')],
    state: { openConflicts: 2 },
  }),
  contract({
    id: 'sc_3',
    name: 'Customs archive',
    lastSync: ago(75),
    description: 'Yearly archive on the customs office server',
    sides: [assets('/Archive/2026'), system('Customs SFTP', '/inbound')],
    state: {
      phase: 'stopped',
      runId: 'run_3',
      stop: { code: 'many_deletions', side: 'target', count: 412, of: 430 },
    },
  }),
  contract({
    state: {
      phase: 'syncing',
      runId: 'run_1',
      skipped: 4,
      progress: { filesDone: 26, files: 42, bytesDone: 13_600_000, bytes: 22_000_000 },
    },
  }),
  contract({
    id: 'sc_4',
    name: 'Shipping labels',
    description: 'Labels to the printers at the gates',
    lastSync: ago(20),
    sides: [assets('/Labels'), local('WS-DOCK-07', 'C:\\Labels')],
  }),
  contract({
    id: 'sc_5',
    name: 'Carrier manifests',
    description: 'Manifests from partner carriers',
    scheduleConfig: { mode: 'schedule', cron: '*/15 * * * *', timezone: 'UTC' },
    lastSync: ago(9),
    sides: [system('Carrier SFTP', '/out'), assets('/Manifests')],
  }),
  contract({
    id: 'sc_6',
    name: 'Yard photos',
    description: 'Photos of damaged goods',
    lastSync: ago(185),
    sides: [local('WS-YARD-03', 'D:\\Photos'), assets('/Claims')],
    state: { phase: 'waiting', message: 'Waits for WS-YARD-03. Its disk is full.' },
  }),
  contract({
    id: 'sc_7',
    name: 'Training material',
    description: 'Slides for new colleagues',
    lastSync: ago(1_600),
    state: { skipped: 1 },
  }),
  contract({
    id: 'sc_8',
    name: 'Contracts of 2024',
    description: 'Kept for reference',
    isActive: false,
    lastSync: '2026-03-03T09:00:00.000Z',
    state: { phase: 'inactive' },
  }),
  contract({ id: 'sc_9', name: 'Driver documents', description: null, lastSync: null }),
  contract({
    id: 'sc_10',
    name: 'Weighbridge',
    description: null,
    lastSync: ago(50),
    state: { phase: 'failed', message: 'Weighbridge SFTP refused the password.' },
  }),
]

const away = { isOnline: false, lastSeenAt: ago(185) }

/** A contract whose computer is off. */
export const offline = contract({
  sides: [{ ...local('WS-DOCK-07', 'C:\\Scans\\Inbox'), ...away }, assets('/Arrivals')],
})

/** A contract whose ends never connected. */
export const neitherThere = contract({
  sides: [
    { ...local('WS-DOCK-07', 'C:\\Scans\\Inbox'), ...away, lastSeenAt: null },
    { ...system('Carrier SFTP', '/out'), isOnline: false },
  ],
  lastSync: null,
})

const step = (type: string, path: string, more: object = {}) => ({
  type,
  side: 'target' as const,
  path,
  size: 1_887_436,
  bytes: 1_887_436,
  ...more,
})

export const plan: SyncPlan = {
  state: 'ready',
  madeAt: ago(1),
  stop: null,
  total: 48,
  counts: {
    created: 42,
    changed: 3,
    moved: 2,
    deleted: 1,
    conflicts: 0,
    skipped: 4,
    bytes: 61_000_000,
    sourceFiles: 430,
    sourceBytes: 1,
    targetFiles: 388,
    targetBytes: 1,
  },
  operations: [
    step('create', 'scan-5523.pdf'),
    step('change', 'scan-5490.pdf', { size: 1_153_433, bytes: 12_288 }),
    step('move', 'Done/scan-5502.pdf', { fromPath: 'Late/scan-5502.pdf' }),
    step('delete', 'test-page.pdf'),
    ...Array.from({ length: 44 }, (_, at) => step('create', `scan-${5524 + at}.pdf`)),
  ],
}

const run = (part: Partial<SyncRun>): SyncRun => ({
  id: 'run_1',
  trigger: 'continuous',
  startedBy: null,
  status: 'completed',
  startedAt: ago(30),
  endedAt: ago(29),
  filesDone: 19,
  bytesDone: 9_437_184,
  counts: { created: 18, changed: 1 },
  stop: null,
  message: null,
  ...part,
})
export const runs: SyncRun[] = [
  run({}),
  run({
    id: 'run_2',
    status: 'partial',
    counts: null,
    message: 'WS-DOCK-07 went offline. The rest follows once it is back.',
  }),
  run({
    id: 'run_3',
    status: 'stopped',
    counts: null,
    bytesDone: 0,
    stop: { code: 'many_deletions', side: 'target', count: 412, of: 430 },
  }),
  run({ id: 'run_4', trigger: 'schedule', counts: { created: 0 }, bytesDone: 0 }),
  run({ id: 'run_5', trigger: 'manual', startedBy: 'Ines Alvarado', startedAt: ago(3_000) }),
]

export const skipped: SkippedFile[] = (
  [
    ['Thumbs.db', 'It is excluded by the pattern Thumbs.db.'],
    ['manifest.xml', 'Another program has it open. It is tried again every minute.'],
    ['Today.lnk', 'It is a link to another folder. Links are not followed.'],
    ['camera-raw.tif', 'It is larger than the 100 MB that files may have here.'],
  ] as const
).map(([path, sentence], at) => ({
  id: `sk_${at}`,
  side: 'source',
  kind: 'file',
  path,
  sentence,
}))

export const transfers: Transfer[] = [1_340_000, 360_000, 180_000].map((done, at) => ({
  id: `tr_${at}`,
  path: `scan-${5523 + at}.pdf`,
  side: 'target',
  type: 'write',
  state: 'running',
  done,
  total: 1_900_000 - at * 400_000,
  error: null,
  startedAt: ago(0),
}))

export const bindings: Binding[] = contracts.flatMap(({ id, name, sides, state, isActive }) =>
  (['source', 'target'] as const).map((side) => {
    const { type, label, path, isOnline, files, bytes, lastScanAt } = sides[side]
    return {
      id: `${id}:${side}`,
      contractId: id,
      contractName: name,
      side,
      type,
      label,
      path,
      isOnline,
      files,
      bytes,
      lastScanAt,
      phase: isActive ? state.phase : 'inactive',
    }
  })
)

export const sourceText = `article;unit;price
A-1001;piece;12.40
A-1002;piece;8.95
A-1003;box;64.00
A-1004;box;71.50
B-2001;pallet;410.00
B-2002;pallet;395.00
C-3001;piece;3.10
C-3002;piece;3.40
`
export const targetText = sourceText
  .replace('64.00', '62.50')
  .replace('B-2002;pallet;395.00', 'B-2002;pallet;388.00\nB-2003;pallet;402.00')

export const conflict = (part: Partial<SyncConflict>): SyncConflict => ({
  id: 'cf_1',
  contractId: 'sc_2',
  contractName: 'Price lists',
  path: 'prices-december.csv',
  cause: 'both_changed',
  state: 'open',
  resolution: null,
  resolvedBy: null,
  resolvedAt: null,
  openedAt: ago(12),
  source: { hash: 'a'.repeat(64), size: 4_198, modifiedAt: ago(14), by: 'Ines' },
  target: { hash: 'b'.repeat(64), size: 4_301, modifiedAt: ago(16), by: 'Marek' },
  ...part,
})
export const conflicts: SyncConflict[] = [
  conflict({}),
  conflict({ id: 'cf_2', path: 'Sales/discounts.xlsx', openedAt: ago(60) }),
  conflict({
    id: 'cf_3',
    path: 'holiday-rates.csv',
    state: 'resolved',
    resolution: 'both',
    resolvedBy: 'Ines Alvarado',
    resolvedAt: ago(1_500),
  }),
]

const needsLook = ({ state: { openConflicts, phase } }: { state: ContractState }) =>
  openConflicts > 0 || ['stopped', 'failed'].includes(phase)

export const kept: KeptVersion[] = (
  [
    ['Late/scan-5490.pdf', 'overwritten', 12],
    ['test-page.pdf', 'deleted', 95],
    ['labels.csv', 'conflict', 2_900],
  ] as const
).map(([path, reason, minutes], at) => ({
  id: `kv_${at}`,
  contractId: 'sc_1',
  side: 'source',
  path,
  reason,
  size: 1_153_433,
  keptUntil: at === 2 ? null : ago(-43_200),
  createdAt: ago(minutes),
}))

/** A list with the server's paging and filters. */
const listOf =
  <T extends object>(rows: readonly T[]) =>
  ({ query }: Call) => {
    const { search, id, attention, phase, ...others } = JSON.parse(
      query.get('filter') ?? '{}'
    ) as Record<string, unknown>
    const [from, to] = JSON.parse(query.get('range') ?? '[0,24]') as [number, number]
    const found = rows.filter((row) => {
      const record = row as Record<string, unknown>
      const state = record.state as ContractState
      return (
        (typeof search !== 'string' || JSON.stringify(row).includes(search)) &&
        (!Array.isArray(id) || id.includes(record.id)) &&
        (!attention || needsLook({ state })) &&
        (!phase || state.phase === phase) &&
        Object.entries(others).every(([key, value]) => record[key] === value)
      )
    })
    const page = found.slice(from, to + 1)
    return new Response(JSON.stringify(page), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Range': `items ${from}-${from + Math.max(page.length, 1) - 1}/${found.length}`,
      },
    })
  }

// Wraps a body, because a `state` of a bare record would look like that of an answer.
const answer = (body: object | undefined) =>
  body ? { status: 200, body } : { status: 404, body: { message: 'There is nothing here.' } }

export function getHandlers(
  all: readonly SyncContract[] = contracts,
  files: readonly SyncConflict[] = conflicts
) {
  return {
    'GET /sync-contracts/stats': {
      totalContracts: all.length,
      activeContracts: all.filter(({ isActive }) => isActive).length,
      syncingContracts: all.filter(({ state }) => state.phase === 'syncing').length,
      attentionContracts: all.filter(needsLook).length,
      syncedToday: all.length && 1_840,
      conflictsToday: files.length && 3,
      openConflicts: files.filter(({ state }) => state === 'open').length,
    },
    'GET /sync-contracts/bindings': listOf(
      all.length === 0 ? [] : bindings.map((one) => ({ ...one, state: idle }))
    ),
    'GET /sync-contracts/conflicts': listOf(files),
    'GET /sync-contracts/conflicts/:id': ({ params }: Call) =>
      answer(files.find(({ id }) => id === params.id)),
    'GET /sync-contracts/conflicts/:id/content': ({ query }: Call) =>
      new Response(query.get('side') === 'source' ? sourceText : targetText),
    'GET /sync-contracts': listOf(all),
    'GET /sync-contracts/:id/plan': plan,
    'GET /sync-contracts/:id/runs': runs,
    'GET /sync-contracts/:id/kept': listOf(kept.map((one) => ({ ...one, state: idle }))),
    'GET /sync-contracts/:id/skipped': skipped,
    'GET /sync-contracts/:id/transfers': [] as Transfer[],
    'GET /sync-contracts/:id': ({ params }: Call) => answer(all.find(({ id }) => id === params.id)),
    'GET /desktop-agents': [] as object[],
    'GET /events/types': [] as object[],
  }
}
