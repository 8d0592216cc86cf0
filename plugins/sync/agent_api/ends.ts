import type { HttpContext } from '@adonisjs/core/http'
import { notFound, Problem, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import { protocolHeader, syncProtocol, type AgentEnd } from '@crossdock/sync-engine/protocol'
import { SyncContract } from '../models/sync_contract.js'
import type { SyncSide } from '../models/sync_side.js'
import { workOf } from '../runs/agent_work.js'
import { rulesOf } from '../runs/rules.js'
import { sideOf } from '../runs/ends/open.js'

/** Maximum number of ends of one agent. */
const mostEnds = 500

/** Interval of full scans by an agent that gets no signal. */
const fullScanSeconds = 900

/**
 * Returns the id of the calling agent.
 * @throws Problem 404 for any other caller, because only agents have ends here
 */
export function callingAgent(): string {
  const { id, type } = currentContext().actor
  if (type === 'agent' && id) return id
  throw new Problem(404, 'E_NO_AGENT', text('Only the program of a desktop agent calls this.'))
}

/** Agents of the first version do not send the header. */
const withoutHeader = '1'

/**
 * Refuses an agent with another protocol version. A field that one of the two does not know could look like a
 * deletion.
 * @throws Problem 409
 */
function assertProtocol({ request }: HttpContext): void {
  const given = request.header(protocolHeader) ?? withoutHeader
  if (given === String(syncProtocol)) return
  const sentence = text(
    'The agent speaks version {given} of the sync protocol, and the server version {own}. Install the agent that this server offers.',
    { given: given.slice(0, 20), own: syncProtocol }
  )
  throw new Problem(409, 'E_SYNC_PROTOCOL', sentence)
}

/**
 * Returns the contract ends of the calling agent.
 * @throws Problem 404, 409
 */
export async function endsOfAgent(http: HttpContext): Promise<Required<AgentEnd>[]> {
  const agentId = callingAgent()
  assertProtocol(http)
  const contracts = await SyncContract.query()
    .whereNull('deleted_at')
    .where((either) => {
      void either.where('source_agent_id', agentId).orWhere('target_agent_id', agentId)
    })
    .orderBy('id')
    .limit(mostEnds)
  const ends: Required<AgentEnd>[] = []
  for (const contract of contracts) {
    for (const side of ['source', 'target'] as const) {
      const { type, agentId: owner } = contract.endOf(side)
      if (type !== 'local_folder' || owner !== agentId) continue
      ends.push(await endOf(contract, await sideOf(contract, side)))
    }
  }
  return ends
}

async function endOf(contract: SyncContract, row: SyncSide): Promise<Required<AgentEnd>> {
  const { side, stateId } = row
  const { fileTypes, excludePatterns, folders, maxFileBytes } = await rulesOf(contract)
  return {
    contractId: contract.id,
    side,
    name: contract.name,
    path: contract.endOf(side).config.path,
    isActive: contract.isActive,
    mayWrite: side === 'target' || contract.syncRules.bidirectional,
    fileTypes: [...fileTypes],
    excludePatterns: [...excludePatterns],
    folders: [...folders],
    bandwidth: contract.bandwidth,
    maxFileBytes,
    revision: contract.revision,
    fullScanSeconds,
    held: stateId === null ? null : { stateId, generation: Number(row.generation) },
    hasWork: (await workOf(contract.id, side).select('id').limit(1)).length > 0,
  }
}

/**
 * Returns the contract of an end of the calling agent.
 * @throws Problem 404 for an end of another agent, 409
 */
export async function endOfAgent(
  http: HttpContext,
  { contractId, side }: { contractId: string; side: string }
): Promise<SyncContract> {
  const agentId = callingAgent()
  assertProtocol(http)
  const contract = await SyncContract.find(contractId)
  return assertOwn(contract, contractId, side, agentId)
}

/**
 * Checks that an end belongs to an agent.
 * @throws Problem 404
 */
export function assertOwn(
  contract: SyncContract | null,
  contractId: string,
  side: string,
  agentId: string = callingAgent()
): SyncContract {
  const isSide = side === 'source' || side === 'target'
  const end = contract && isSide && contract.deletedAt === null ? contract.endOf(side) : undefined
  if (contract && end?.type === 'local_folder' && end.agentId === agentId) return contract
  throw notFound('This agent has no end of a sync contract with the id "{id}".', contractId)
}

export const sideNamed = (side: string): SideName => (side === 'source' ? 'source' : 'target')
