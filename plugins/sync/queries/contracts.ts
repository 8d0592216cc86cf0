import { assetLibrary } from '@crossdock/backend/assets'
import { countersInEnvironment } from '@crossdock/kernel/counters'
import { clock } from '@crossdock/kernel/database'
import { notFound, Problem, text } from '@crossdock/kernel/ground'
import {
  Page,
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
} from '@crossdock/kernel/lists'
import { phases, sides } from '../contracts/names.js'
import { SyncContract } from '../models/sync_contract.js'

export const contractList: ListDefinition = {
  resource: 'sync-contracts',
  filters: {
    search: 'text',
    isActive: 'boolean',
    attention: 'boolean',
    phase: phases,
    agentId: 'id',
    systemId: 'id',
    userId: 'id',
  },
  sorts: {
    name: 'name',
    lastSyncAt: 'last_sync_at',
    lastSync: 'last_sync_at',
    createdAt: 'created_at',
    attention: 'needs_attention',
  },
  defaultSort: ['createdAt', 'desc'],
}

type Query = ReturnType<typeof SyncContract.query>

/** Selects contracts with an agent or system at either end. */
const atEitherEnd = (of: 'agent' | 'system') => (query: Query, value: unknown) =>
  void query.where((ends) => {
    for (const side of sides) ends.orWhere(`${side}_${of}_id`, String(value))
  })

export const selectPresent = () => SyncContract.query().whereNull('deleted_at')

export const listContracts = (request: ListRequest) =>
  paginate(selectPresent(), contractList, request, {
    search: searchIn('name', 'description', 'local_path', 'remote_path'),
    attention: (query, value) => void query.where('needs_attention', value === true),
    agentId: atEitherEnd('agent'),
    systemId: atEitherEnd('system'),
  })

/** @throws Problem 404 */
export async function findContract(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<SyncContract> {
  const query = selectPresent().where('id', id)
  const contract = await (lock ? query.forUpdate() : query).first()
  if (!contract) throw notFound('There is no sync contract with the id "{id}".', id)
  return contract
}

type WithEnds = Pick<SyncContract, 'sourceType' | 'sourceConfig' | 'targetType' | 'targetConfig'>

/** Returns names of the asset folder at an end, from the top; null for other ends. */
export function foldersAt(contract: WithEnds, side: 'source' | 'target'): string[] | null {
  const { type, config } =
    side === 'source'
      ? { type: contract.sourceType, config: contract.sourceConfig }
      : { type: contract.targetType, config: contract.targetConfig }
  return type === 'asset_folder' ? config.path.split('/').filter(Boolean) : null
}

/** Returns whether an end of the contract is a folder that is closed to the caller. */
export async function isClosed(contract: WithEnds): Promise<boolean> {
  for (const side of sides) {
    const names = foldersAt(contract, side)
    if (names && (await assetLibrary.use().isClosedAround('read', names))) return true
  }
  return false
}

/**
 * Finds a contract whose files the caller may see. A caller who may not open its folder may not see information
 * about its files either.
 * @throws Problem 403, 404
 */
export async function findOpenContract(id: string): Promise<SyncContract> {
  const contract = await findContract(id)
  if (!(await isClosed(contract))) return contract
  const sentence = text(
    'At the asset folder of "{name}", above it or below it is a folder that is closed to you.',
    { name: contract.name }
  )
  throw new Problem(403, 'E_FOLDER_CLOSED', sentence)
}

/** Returns ids of contracts whose files are closed to the caller. */
export async function closedContracts(): Promise<string[]> {
  const contracts = await selectPresent().where((ends) => {
    for (const side of sides) ends.orWhere(`${side}_type`, 'asset_folder')
  })
  const closed: string[] = []
  for (const contract of contracts) if (await isClosed(contract)) closed.push(contract.id)
  return closed
}

/** Returns the number of open conflicts by contract. */
export async function openConflicts(): Promise<ReadonlyMap<string, number>> {
  const counts = await countersInEnvironment(['sync.conflicts.open'])
  return new Map(counts.map(({ key, n }) => [key, n]))
}

export async function syncStats() {
  const day = `${clock.date().toISOString().slice(0, 10)}T00`
  const totals = await countersInEnvironment(['sync.contracts', 'sync.active', 'sync.attention'])
  const today = await countersInEnvironment(['sync.files', 'sync.conflicts'], day)
  const open = [...(await openConflicts()).values()]
  const [syncing] = await selectPresent().where('phase', 'syncing').count('* as total')
  const of = (name: string) => [...totals, ...today].find(({ counter }) => counter === name)
  return {
    totalContracts: of('sync.contracts')?.n ?? 0,
    activeContracts: of('sync.active')?.n ?? 0,
    syncingContracts: Number(syncing?.$extras.total ?? 0),
    attentionContracts: of('sync.attention')?.n ?? 0,
    syncedToday: of('sync.files')?.total ?? 0,
    conflictsToday: of('sync.conflicts')?.n ?? 0,
    openConflicts: open.reduce((sum, n) => sum + n, 0),
  }
}

export const bindingList: ListDefinition = {
  resource: 'sync-bindings',
  filters: { search: 'text', agentId: 'id', contractId: 'id', phase: phases },
  sorts: { contractName: 'name', createdAt: 'created_at' },
  defaultSort: ['contractName', 'asc'],
}

/** Lists a page of bindings. Each contract has two: first its source, then its target. */
export async function listBindings(request: ListRequest) {
  const { offset, limit } = request
  const first = Math.floor(offset / 2)
  const contracts = Math.ceil((offset + limit) / 2) - first
  const page = await paginate(
    selectPresent(),
    bindingList,
    { ...request, offset: first, limit: contracts },
    {
      search: searchIn('name', 'local_path', 'remote_path'),
      agentId: atEitherEnd('agent'),
      contractId: (query, value) => void query.where('id', String(value)),
    }
  )
  const bindings = page.rows.flatMap((contract) => sides.map((side) => ({ contract, side })))
  return new Page(bindings.slice(offset % 2, (offset % 2) + limit), page.total * 2, offset)
}
