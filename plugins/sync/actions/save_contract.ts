import { activityRead, eventReading } from '@crossdock/backend/activity'
import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, Problem, text, type Text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { ledger } from '@crossdock/kernel/ledger'
import { pluginHost } from '@crossdock/kernel/plugin'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { sides, type SyncRules } from '../contracts/names.js'
import { syncRuns } from '../contracts/runs.js'
import { contractCreated, contractUpdated } from '../event_types.js'
import { SyncContract, type ScheduleConfig } from '../models/sync_contract.js'
import { findContract } from '../queries/contracts.js'
import { setState, type ContractState } from '../rows/contract.js'
import { openRunOf } from '../rows/run.js'
import { contractTarget, factsOf } from '../rows/event_facts.js'
import type { createContractBody, updateContractBody } from '../validators/contract.js'
import { derive } from './derived.js'
import { assertApart, checkEnd, type GivenEnd } from './ends.js'
import { closeVersions } from './former_versions.js'

type Given = Output<typeof updateContractBody>

const usualRules: SyncRules = {
  fileTypes: [],
  excludePatterns: [],
  folders: [],
  bidirectional: true,
  deletes: true,
  maxDeletions: 50,
  maxDeletionPercent: 10,
}

/** Creates an unsaved contract with defaults, owned by the caller. */
function newContract(): SyncContract {
  const { actor } = currentContext()
  if (!actor.userId) {
    const sentence = text('A contract works with the rights of a person. Have a person create it.')
    throw new Problem(403, 'E_FORBIDDEN', sentence)
  }
  return new SyncContract().fill({
    userId: actor.userId,
    name: '',
    description: null,
    sourceType: 'local_folder',
    targetType: 'asset_folder',
    conflictResolution: 'timestamp',
    syncRules: usualRules,
    scheduleConfig: { mode: 'continuous' },
    bandwidth: [],
    isActive: true,
    sourceAgentId: null,
    targetAgentId: null,
    sourceSystemId: null,
    targetSystemId: null,
    remoteAssetId: null,
    revision: 1,
    phase: 'idle',
    message: null,
    stop: null,
    figures: {},
    needsAttention: false,
    lastSyncAt: null,
    nextRunAt: null,
    deletedAt: null,
    updatedAt: now(),
  })
}

/**
 * Validates the given fields and sets them on a contract.
 * @throws Problem 403, 422
 */
async function setFields(contract: SyncContract, given: Given): Promise<void> {
  const { sourceConfig, targetConfig, syncRules, scheduleConfig, ...columns } = given
  const { name, description, conflictResolution, bandwidth, isActive } = columns
  const { sourceType = contract.sourceType, targetType = contract.targetType } = columns
  contract.merge({
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(conflictResolution === undefined ? {} : { conflictResolution }),
    ...(bandwidth === undefined ? {} : { bandwidth }),
    ...(isActive === undefined ? {} : { isActive }),
  })
  if (syncRules) contract.syncRules = rulesOf(contract.syncRules, syncRules)
  if (scheduleConfig) contract.scheduleConfig = scheduleOf(scheduleConfig)
  // The rules decide which end is changed, so the permissions at both ends must be checked again.
  const touches = sourceConfig || targetConfig || columns.sourceType || columns.targetType
  if (touches || syncRules) {
    await putEnds(contract, {
      source: { type: sourceType, config: sourceConfig ?? contract.sourceConfig },
      target: { type: targetType, config: targetConfig ?? contract.targetConfig },
    })
  }
  derive(contract)
}

async function putEnds(
  contract: SyncContract,
  given: { source: GivenEnd; target: GivenEnd }
): Promise<void> {
  const source = await checkEnd('source', given.source, contract.syncRules.bidirectional)
  const target = await checkEnd('target', given.target, true)
  assertApart(source, target)
  if (contract.$isPersisted) {
    const given = { source, target }
    const others = sides
      .map((side) => ({ before: contract.endOf(side), after: given[side] }))
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    if (others.length > 0) contract.remoteAssetId = null
    if (others.some(({ before }) => before.type === 'asset_folder'))
      await closeVersions(contract.id)
  }
  contract.merge({
    sourceType: source.type,
    sourceConfig: source.config,
    sourceAgentId: source.agentId,
    sourceSystemId: source.systemId,
    targetType: target.type,
    targetConfig: target.config,
    targetAgentId: target.agentId,
    targetSystemId: target.systemId,
  })
}

function rulesOf(known: SyncRules, given: NonNullable<Given['syncRules']>): SyncRules {
  const rules: SyncRules = {
    fileTypes: [...new Set(given.fileTypes ?? known.fileTypes)],
    excludePatterns: [...new Set(given.excludePatterns ?? known.excludePatterns)],
    bidirectional: given.bidirectional ?? known.bidirectional,
    deletes: given.deletes ?? known.deletes,
    folders: (given.folders ?? known.folders).map(folderBelow),
    maxDeletions: given.maxDeletions === undefined ? known.maxDeletions : given.maxDeletions,
    maxDeletionPercent: given.maxDeletionPercent ?? known.maxDeletionPercent,
  }
  return { ...rules, folders: [...new Set(rules.folders)] }
}

/**
 * Validates the path of a subfolder, such as `Plans/2026`.
 * @throws Problem 422
 */
function folderBelow(given: string): string {
  const names = given.split(/[\\/]/).filter(Boolean)
  if (names.length > 0 && !names.some((name) => name === '.' || name === '..'))
    return names.join('/')
  const sentence = text('"{folder}" is no folder below the ends. Write it like Plans/2026.', {
    folder: given.slice(0, 200),
  })
  throw invalid('syncRules.folders', sentence, 'path')
}

function scheduleOf(given: NonNullable<Given['scheduleConfig']>): ScheduleConfig {
  const { mode, cron, timezone, events = [] } = given
  if (mode === 'schedule' && !cron) {
    throw invalid('scheduleConfig.cron', text('Choose when the contract runs.'), 'required')
  }
  assertEvents(events)
  return {
    mode,
    ...(cron ? { cron } : {}),
    ...(timezone ? { timezone } : {}),
    ...(events.length > 0 ? { events: [...new Set(events)] } : {}),
  }
}

/**
 * Refuses event types that the person may not read, because a run reveals information about its event.
 * @throws Problem 422
 */
function assertEvents(events: readonly string[]): void {
  const names = new Set(pluginHost.use().eventTypes.map(({ name }) => name))
  for (const [at, name] of events.entries()) {
    const field = `scheduleConfig.events.${at}`
    if (!names.has(name)) {
      throw invalid(field, text('There are no events of the type "{name}".', { name }), 'exists')
    }
    if (!holds(activityRead) || !eventReading.use().types().has(name)) {
      const sentence = text('You may not read events of the type "{name}".', { name })
      throw invalid(field, sentence, 'permission')
    }
  }
}

/** @throws Problem 403, 409, 422 */
export function createContract(given: Output<typeof createContractBody>): Promise<SyncContract> {
  return transaction(async () => {
    await ledger.use().reserve('maxSyncContracts')
    const contract = newContract()
    await setFields(contract, { ...given, syncRules: given.syncRules ?? {} })
    await contract.merge(initialState(contract)).save()
    await recordEvent(contractCreated, {
      target: contractTarget(contract),
      payload: factsOf(contract),
    })
    // Tell the agents to check their folders now instead of at their next poll.
    await syncRuns.use().changed(contract.id)
    await startIfContinuous(contract)
    return contract
  })
}

/** @throws Problem 403, 404, 422 */
export function updateContract(id: string, given: Given): Promise<SyncContract> {
  return transaction(async () => {
    const contract = await findContract(id, { lock: true })
    await setFields(contract, given)
    if (Object.keys(contract.$dirty).length === 0) return contract
    await contract.merge({ revision: contract.revision + 1, updatedAt: now() }).save()
    await recordEvent(contractUpdated, {
      target: contractTarget(contract),
      payload: factsOf(contract),
    })
    const run = await openRunOf(id)
    if (run && !contract.isActive) await syncRuns.use().stop(run.id)
    if (!run || !contract.isActive) await setState(contract, initialState(contract))
    // Invalidate existing plans, which follow the former rules.
    await syncRuns.use().changed(id)
    await startIfContinuous(contract)
    return contract
  })
}

/**
 * Returns the message of a contract without a usable end: there is no agent yet, or the agent or system is gone.
 * Returns null for a complete contract.
 */
export function missingEndMessage(contract: SyncContract): Text | null {
  for (const side of sides) {
    const { type, config, agentId, systemId } = contract.endOf(side)
    if (type === 'local_folder' && agentId === null) return config.clientId ? agentGone : noAgent
    if (type === 'external_system' && systemId === null) return systemGone
  }
  return null
}

const noAgent = text(
  'There is no desktop agent yet. Add one on the computer with the folder, and the contract begins.'
)
const agentGone = text('The desktop agent of the contract was retired. Choose another one.')
const systemGone = text('The external system of the contract was deleted. Choose another one.')

/** Returns the state of a contract before its first pass. */
export function initialState(contract: SyncContract): ContractState {
  const nothing = { stop: null, message: null }
  if (!contract.isActive) return { phase: 'inactive', ...nothing }
  const message = missingEndMessage(contract)
  if (!message) return { phase: 'idle', ...nothing }
  return { phase: message === noAgent ? 'waiting' : 'failed', stop: null, message }
}

/** Starts a continuous contract after it was created, changed or resumed. Call it in the open transaction. */
export async function startIfContinuous(contract: SyncContract): Promise<void> {
  const { id, isActive, scheduleConfig } = contract
  if (isActive && scheduleConfig.mode === 'continuous' && !missingEndMessage(contract))
    await syncRuns.use().request(id, 'continuous')
}

/**
 * Builds the contract that would be stored, for a preview.
 * @throws Problem 403, 422
 */
export async function draftOf(given: Given): Promise<SyncContract> {
  const contract = newContract()
  await setFields(contract, { ...given, name: 'Preview', syncRules: given.syncRules ?? {} })
  contract.environmentId = currentContext().environmentId ?? ''
  return contract
}
