import { assetTrees } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { insertMissing, tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import type { SyncContract } from '../../models/sync_contract.js'
import { SyncSide } from '../../models/sync_side.js'
import { derive } from '../../actions/derived.js'
import { lockedContract } from '../../rows/index.js'
import { PassStopped, PlanOutdated } from '../pass_stopped.js'
import { AssetEnd, namesOf } from './asset_end.js'
import type { AnyEnd } from './end.js'
import { ExternalEnd } from './external_end.js'
import { LocalEnd } from './local_end.js'

/** Returns the identity of an end. If it changes, the former state is invalid. */
export function endKey(contract: SyncContract, side: SideName): string {
  const { type, config, agentId, systemId } = contract.endOf(side)
  return JSON.stringify([type, config.path, agentId, systemId])
}

/**
 * Opens both ends of a contract.
 * @throws PassStopped for an end that a person must fix
 */
export async function openEnds(contract: SyncContract): Promise<Record<SideName, AnyEnd>> {
  const ends = { source: await open(contract, 'source'), target: await open(contract, 'target') }
  const [source, target] = [await namesAt(ends.source), await namesAt(ends.target)]
  if (!source || !target || !isWithin(source, target)) return ends
  throw new PassStopped(
    text('One end of the contract is inside of the other. Choose separate folders.')
  )
}

/** Returns names from the top level down to the folder of an asset end. */
const namesAt = async ({ kind, row }: AnyEnd): Promise<string[] | null> =>
  kind === 'stored' ? await assetTrees.use().pathOf(row.rootId!) : null

async function open(contract: SyncContract, side: SideName): Promise<AnyEnd> {
  const row = await sideOf(contract, side)
  const { type, config, agentId, systemId } = contract.endOf(side)
  if (type === 'asset_folder') {
    if (row.rootId === null) await findRoot(contract, row, config.path)
    else await followRoot(contract, row)
    return new AssetEnd(row)
  }
  if (type === 'local_folder') {
    if (agentId === null) throw new PassStopped(text('The contract names no desktop agent.'))
    return new LocalEnd(row, agentId)
  }
  if (systemId === null) throw new PassStopped(text('The contract names no external system.'))
  return new ExternalEnd(row, systemId, config.path)
}

/**
 * Returns the row of an end, and creates it if missing. If the end was changed, its state and the agreed tree
 * are deleted.
 */
export async function sideOf(contract: SyncContract, side: SideName): Promise<SyncSide> {
  const end_key = endKey(contract, side)
  const found = await findSide(contract.id, side)
  if (found?.endKey === end_key) return found
  return await transaction(async () => {
    const first = { generation: 0, epoch: 0, is_trusted: true, is_root_there: false }
    await insertMissing('sync_sides', [{ contract_id: contract.id, side, end_key, ...first }])
    const row = await SyncSide.query()
      .where({ contractId: contract.id, side })
      .forUpdate()
      .firstOrFail()
    if (row.endKey === end_key) return row
    await forgetEnd(row)
    const nothing = { rootId: null, stateId: null, generation: 0, staged: null, traits: null }
    const figures = { files: null, bytes: null, lastScanAt: null }
    const state = { isTrusted: true, isRootThere: false }
    return await row.merge({ endKey: end_key, ...nothing, ...figures, ...state }).save()
  })
}

/** Deletes the agreed state, which belongs to the former end. */
async function forgetEnd({ contractId, side }: SyncSide): Promise<void> {
  for (const table of ['sync_agreed', 'sync_held', 'sync_work']) {
    await tenantTable(table).where({ contract_id: contractId }).delete()
  }
  await tenantTable('sync_entries').where({ contract_id: contractId, side }).delete()
}

async function findSide(contractId: string, side: SideName): Promise<SyncSide | null> {
  return await SyncSide.query().where({ contractId, side }).first()
}

/**
 * Finds an asset folder by its path the first time, and creates it if missing. Afterwards its id is known, so
 * the folder may be moved and renamed.
 */
async function findRoot(contract: SyncContract, row: SyncSide, path: string): Promise<void> {
  const { side } = row
  const rootId = await assetTrees.use().folderAt(namesOf(path))
  row.rootId = rootId
  await tenantRows('sync_sides').update({ id: row.id }, { root_id: rootId })
  if (side === 'target' || contract.endOf('target').type !== 'asset_folder') {
    await tenantRows('sync_contracts').update({ id: contract.id }, { remote_asset_id: rootId })
  }
}

/** Updates the path in the contract if the asset folder was moved or renamed: the contract follows the folder. */
async function followRoot(contract: SyncContract, row: SyncSide): Promise<void> {
  const { side } = row
  const names = await assetTrees.use().pathOf(row.rootId!)
  const config = contract.endOf(side).config
  if (!names || namesOf(config.path).join('/') === names.join('/')) return
  const path = `/${names.join('/')}`
  await transaction(async () => {
    const locked = await lockedContract(contract.id)
    if (!locked || endKey(locked, side) !== row.endKey) throw new PlanOutdated()
    for (const one of [locked, contract]) {
      if (side === 'source') one.sourceConfig = { ...one.sourceConfig, path }
      else one.targetConfig = { ...one.targetConfig, path }
    }
    derive(locked)
    await locked.save()
    row.endKey = endKey(contract, side)
    await tenantRows('sync_sides').update({ id: row.id }, { end_key: row.endKey })
  })
}

/** Returns whether one of two paths is equal to the other or contains it. */
function isWithin(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length)
  return a.slice(0, length).every((name, at) => name === b[at])
}
