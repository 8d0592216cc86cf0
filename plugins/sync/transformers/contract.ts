import { personNames } from '@crossdock/backend/users'
import { agentDirectory, type KnownAgent } from '@crossdock/agents/contracts'
import { systemAccess, type KnownSystem } from '@crossdock/integrations/contracts'
import { clock } from '@crossdock/kernel/database'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Text } from '@crossdock/kernel/ground'
import type { Row } from '@crossdock/kernel/lists'
import type { SideName, Stop } from '@crossdock/sync-engine'
import type { EndType } from '../contracts/names.js'
import { syncRuns, type EndFigures, type Explained, type ShownPlan } from '../contracts/runs.js'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncRun } from '../models/sync_run.js'
import { isClosed, openConflicts } from '../queries/contracts.js'
import { explainSentence, stopSentence } from '../sentences.js'
import { bindingAnswer, contractAnswer, explainAnswer, planAnswer } from '../validators/contract.js'

/** Translates texts into the reader's language. */
export interface TextTranslator {
  say(sentence: Text): string
}

type Shown = Omit<Row<SyncContract>, 'endOf'>
const busy = ['scanning', 'syncing', 'waiting']

/** Returns contracts for the API, with their ends and open runs. */
export async function showContracts(contracts: Shown[], reader: TextTranslator) {
  const ids = contracts.map(({ id }) => id)
  const nameOf = await personNames(contracts.map(({ userId }) => userId))
  const sideOf = await sidesOf(contracts)
  const conflicts = contracts.length > 0 ? await openConflicts() : new Map<string, number>()
  const runs = await openRuns(ids)
  const hidden = new Set<string>()
  for (const contract of contracts)
    if (namesFile(contract) && (await isClosed(contract))) hidden.add(contract.id)
  return contracts.map((contract) => {
    const shownSides = { source: sideOf(contract, 'source'), target: sideOf(contract, 'target') }
    const { filesDone = 0, files = 0, bytesDone = 0, bytes = 0, skipped = 0 } = contract.figures
    return answerOf(contractAnswer, contract, {
      sourceConfig: { ...contract.sourceConfig },
      targetConfig: { ...contract.targetConfig },
      syncRules: { ...contract.syncRules },
      scheduleConfig: { ...contract.scheduleConfig },
      lastSync: lastEqual(contract, shownSides),
      createdBy: nameOf(contract.userId),
      state: {
        phase: contract.phase,
        message: hidden.has(contract.id) ? null : messageOf(contract, reader),
        stop: showStop(contract.stop, reader),
        runId: runs.get(contract.id) ?? null,
        progress: busy.includes(contract.phase) ? { filesDone, files, bytesDone, bytes } : null,
        openConflicts: conflicts.get(contract.id) ?? 0,
        skipped,
        nextRunAt: contract.isActive ? contract.nextRunAt : null,
        needsAttention: contract.needsAttention,
      },
      sides: shownSides,
    })
  })
}

/**
 * Returns whether the message of a contract contains the name of a file: an idle contract's message is about
 * skipped files.
 */
const namesFile = ({ phase, message }: Shown) => phase === 'idle' && message !== null
type Ends = Record<SideName, { type: EndType; isOnline: boolean; lastSeenAt: string | null }>

/**
 * Returns when both ends were last known to be equal. If changes start runs automatically and no run has
 * started, that is now; for a folder on a computer, it is when its agent was last online. An external system
 * reports no changes.
 */
function lastEqual({ scheduleConfig, phase, lastSyncAt }: Shown, ends: Ends): string | null {
  const both = Object.values(ends)
  const isOffline = both.some(({ type, isOnline }) => type === 'local_folder' && !isOnline)
  const isFollowed =
    scheduleConfig.mode === 'continuous' && both.every(({ type }) => type !== 'external_system')
  const isQuiet = phase === 'idle' || (phase === 'waiting' && isOffline)
  if (lastSyncAt === null || !isFollowed || !isQuiet) return lastSyncAt
  const times = both.map((end) => {
    if (end.type === 'asset_folder' || end.isOnline) return clock.date().toISOString()
    return end.lastSeenAt ?? lastSyncAt
  })
  const [first] = times.sort()
  return first! > lastSyncAt ? first! : lastSyncAt
}

function messageOf({ message, stop }: Shown, reader: TextTranslator): string | null {
  if (stop) return reader.say(stopSentence(stop))
  return message && reader.say(message)
}

export const showStop = (stop: Stop | null, reader: TextTranslator) =>
  stop && { ...stop, message: reader.say(stopSentence(stop)) }

async function openRuns(contractIds: string[]): Promise<ReadonlyMap<string, string>> {
  if (contractIds.length === 0) return new Map()
  const runs = await SyncRun.query()
    .whereIn('contract_id', contractIds)
    .whereNull('ended_at')
    .select('id', 'contract_id')
  return new Map(runs.map(({ id, contractId }) => [contractId, id]))
}

const noFigures: EndFigures = { files: null, bytes: null, lastScanAt: null }

/** Loads the ends of several contracts together. */
async function sidesOf(contracts: readonly Shown[]) {
  const ids = contracts.map(({ id }) => id)
  const figures = await syncRuns.peek()?.figures(ids)
  const agents = new Map<string, KnownAgent>()
  const agentIds = contracts.flatMap((one) => [one.sourceAgentId ?? [], one.targetAgentId ?? []])
  for (const agent of await namedOf(agentIds.flat(), (some) => agentDirectory.use().named(some)))
    agents.set(agent.id, agent)
  const systems = new Map<string, KnownSystem>()
  const systemIds = contracts.flatMap((one) => [one.sourceSystemId ?? [], one.targetSystemId ?? []])
  for (const system of await namedOf(systemIds.flat(), (some) => systemAccess.use().named(some)))
    systems.set(system.id, system)
  return (contract: Shown, side: SideName) => {
    const isSource = side === 'source'
    const type = isSource ? contract.sourceType : contract.targetType
    const { path } = isSource ? contract.sourceConfig : contract.targetConfig
    const agentId = isSource ? contract.sourceAgentId : contract.targetAgentId
    const systemId = isSource ? contract.sourceSystemId : contract.targetSystemId
    const agent = agents.get(agentId ?? '')
    const system = systems.get(systemId ?? '')
    return {
      type,
      path,
      agentId,
      systemId,
      ...(figures?.get(contract.id)?.[side] ?? noFigures),
      label: agent?.name ?? system?.name ?? null,
      lastSeenAt: agent?.lastSeenAt ?? null,
      folderId: type === 'asset_folder' ? contract.remoteAssetId : null,
      isOnline: {
        asset_folder: true,
        local_folder: (agent?.isOnline ?? false) && !agent?.isRetired,
        external_system: system?.isActive ?? false,
      }[type],
    }
  }
}

async function namedOf<T>(
  ids: readonly string[],
  named: (ids: string[]) => Promise<T[]>
): Promise<T[]> {
  const all = [...new Set(ids)]
  const found: T[] = []
  for (let at = 0; at < all.length; at += 1_000)
    found.push(...(await named(all.slice(at, at + 1_000))))
  return found
}

interface Binding {
  contract: Shown
  side: SideName
}

/** Returns one row per end. */
export async function showBindings(bindings: Binding[]) {
  const sideOf = await sidesOf([...new Set(bindings.map(({ contract }) => contract))])
  return bindings.map(({ contract, side }) => {
    const end = sideOf(contract, side)
    return answerOf(bindingAnswer, end, {
      id: `${contract.id}-${side}`,
      contractId: contract.id,
      contractName: contract.name,
      side,
      phase: contract.phase,
    })
  })
}

export const showPlan = (plan: ShownPlan, reader: TextTranslator) =>
  answerOf(planAnswer, plan, { stop: showStop(plan.stop, reader) })

export const showExplanation = (explained: Explained, reader: TextTranslator) =>
  answerOf(explainAnswer, explained, { sentence: reader.say(explainSentence(explained)) })
