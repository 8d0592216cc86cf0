import type { Consumer, LoggedEvent } from '@crossdock/kernel/events'
import { withContext } from '@crossdock/kernel/tenancy'
import { agentDirectory } from '@crossdock/agents/contracts'
import { assetEvents } from '@crossdock/backend/assets'
import { initialState, missingEndMessage, startIfContinuous } from '../actions/save_contract.js'
import { sides } from '../contracts/names.js'
import { syncRuns } from '../contracts/runs.js'
import type { SyncContract } from '../models/sync_contract.js'
import { foldersAt, selectPresent } from '../queries/contracts.js'
import { lockedContract, setState } from '../rows/contract.js'
import { endRun, openRunOf } from '../rows/run.js'
import { workOf } from '../runs/agent_work.js'

const ofAssets = new Set(Object.values(assetEvents).map(({ name }) => name))

/**
 * Starts runs after events: a change in an asset folder, an event that a contract waits for, the first agent of
 * an environment, and the removal of an agent or system.
 */
const follow: Consumer = {
  name: 'sync.follow',
  from: 'now',
  gatherMs: 300,
  async handle(events) {
    const contracts = await selectPresent().where('is_active', true)
    if (contracts.length === 0) return
    const isTouched = createFolderCheck(events)
    const types = typesByContract(events)
    const disconnected = new Set(
      events
        .filter(({ eventType }) => eventType === 'agent_offline')
        .map(({ targetId }) => targetId)
    )
    for (const contract of contracts) {
      const { id, environmentId, scheduleConfig } = contract
      if (missingEndMessage(contract)) continue
      const isTriggered = scheduleConfig.events?.some((name) => types.has(name, id))
      const isContinuous = scheduleConfig.mode === 'continuous'
      // An open run must show that it waits for a disconnected agent.
      const waits =
        contract.phase === 'syncing' &&
        sides.some((side) => disconnected.has(contract.endOf(side).agentId))
      const isChanged = isContinuous && sides.some((side) => isTouched(contract, side))
      if (!isTriggered && !waits && !isChanged) continue
      await withContext({ environmentId }, async () => {
        await syncRuns.use().request(id, isTriggered ? 'event' : 'continuous')
      })
    }
    for (const event of events) await handleEndChange(event, contracts)
  },
}

/**
 * Returns a function that checks whether an event concerns the folder of an end: the folder itself, anything
 * in it, or a folder that contains it. Changes by the contract itself are ignored.
 */
function createFolderCheck(events: readonly LoggedEvent[]) {
  const paths = events
    .filter(({ eventType }) => ofAssets.has(eventType))
    .flatMap(({ payload, actorType, actorId }) => {
      const { path, previousPath, name, previousName } = payload as Record<string, unknown>
      const found = [
        [...namesIn(path), String(name)],
        ...(previousName === undefined ? [] : [[...namesIn(path), String(previousName)]]),
        ...(previousPath === undefined ? [] : [[...namesIn(previousPath), String(name)]]),
      ]
      const by = actorType === 'sync' ? actorId : null
      return found.map((names) => ({ names, by }))
    })
  return (contract: SyncContract, side: 'source' | 'target'): boolean => {
    const folder = foldersAt(contract, side)
    if (!folder) return false
    return paths.some(
      ({ names, by }) =>
        by !== contract.id && names.slice(0, folder.length).every((name, at) => name === folder[at])
    )
  }
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Returns a function that checks whether an event of a type happened. It ignores events about the contract
 * itself, which would start the contract again.
 */
function typesByContract(events: readonly LoggedEvent[]) {
  return {
    has: (name: string, contractId: string) =>
      events.some(
        ({ eventType, payload }) => eventType === name && payload.contractId !== contractId
      ),
  }
}

async function handleEndChange(
  { eventType, targetId, environmentId }: LoggedEvent,
  contracts: readonly SyncContract[]
) {
  if (eventType === 'agent_enrolled') {
    const waiting = contracts.filter(
      (contract) => contract.environmentId === environmentId && missingEndMessage(contract)
    )
    for (const { id } of waiting) await withContext({ environmentId }, () => assignAgent(id))
  }
  if (targetId === null || (eventType !== 'agent_retired' && eventType !== 'system_deleted')) return
  for (const contract of contracts) {
    const isItsEnd = sides.some((side) => {
      const { agentId, systemId } = contract.endOf(side)
      return agentId === targetId || systemId === targetId
    })
    if (!isItsEnd) continue
    await withContext({ environmentId: contract.environmentId }, () =>
      handleLostEnd(contract.id, targetId)
    )
  }
}

const agentsAndSystems = [
  'sourceAgentId',
  'targetAgentId',
  'sourceSystemId',
  'targetSystemId',
] as const

/** Ends the open run of a contract that has lost an end, and shows which end is missing. */
async function handleLostEnd(id: string, gone: string): Promise<void> {
  const contract = await lockedContract(id)
  if (!contract) return
  for (const column of agentsAndSystems) {
    if (contract[column] === gone) contract[column] = null
  }
  // A pass that began with the removed end must start again.
  await contract.merge({ revision: contract.revision + 1 }).save()
  const run = await openRunOf(id)
  if (run) await endRun(contract, run, 'failed', missingEndMessage(contract))
  await setState(contract, initialState(contract))
  await workOf(id).delete()
}

/** Assigns the first agent of an environment to the contracts that wait for it. */
async function assignAgent(id: string): Promise<void> {
  const contract = await lockedContract(id)
  const [agent, other] = await agentDirectory.use().live(2)
  if (!contract || !agent || other) return
  const { id: agentId, clientId } = agent
  for (const side of sides) {
    const end = contract.endOf(side)
    if (end.type !== 'local_folder' || end.agentId || end.config.clientId) continue
    const config = { ...end.config, clientId }
    if (side === 'source') contract.merge({ sourceConfig: config, sourceAgentId: agentId })
    else contract.merge({ targetConfig: config, targetAgentId: agentId })
  }
  await contract.merge({ revision: contract.revision + 1 }).save()
  await setState(contract, initialState(contract))
  await syncRuns.use().changed(id)
  await startIfContinuous(contract)
}

export default [follow]
