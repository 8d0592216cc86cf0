import { clock, now, transaction } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { maxConcurrentCommands } from '../limits.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'

export interface Delivery {
  commands: AgentCommand[]
  /** When the next command is due, in milliseconds; null if none is known. */
  nextDueAt: number | null
}

/**
 * Takes the commands to send to an agent now. Each delivery has its own lease: results of an earlier delivery
 * are not recorded.
 * @param again commands to send again, because their delivery is uncertain: all, or these row ids
 * @returns undefined if another connection has replaced this one
 */
export function takeCommands(
  agentId: string,
  connectionId: string,
  again: 'all' | readonly string[]
): Promise<Delivery | undefined> {
  return transaction(async () => {
    const agents = tenantRows(DesktopAgent.table)
    const where = { id: agentId, connection_id: connectionId }
    const [agent] = await agents.find<{ is_paused: boolean | number }>(
      where,
      ['is_paused'],
      'share'
    )
    if (!agent) return undefined
    const underWay = await AgentCommand.query()
      .where('assigned_agent', agentId)
      .whereIn('status', ['sent', 'running'])
      .orderBy('priority')
      .orderBy('id')
    const repeated = underWay.filter(({ id }) => again === 'all' || again.includes(id))
    const free = agent.is_paused ? 0 : Math.max(0, maxConcurrentCommands - underWay.length)
    const due = free > 0 ? await dueCommands(agentId, free) : []
    const taken: AgentCommand[] = []
    for (const command of [...repeated, ...due]) if (await lease(command)) taken.push(command)
    return { commands: taken, nextDueAt: free > due.length ? await nextDue(agentId) : null }
  })
}

const queued = (agentId: string) =>
  AgentCommand.query().where('assigned_agent', agentId).where('status', 'queued')

const dueCommands = (agentId: string, most: number) =>
  queued(agentId)
    .where('due_at', '<=', now())
    .where('timeout_at', '>', now())
    .orderBy('priority')
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)

/** Leases a command. A command that was canceled in the meantime is not sent. */
async function lease(command: AgentCommand): Promise<boolean> {
  const { id, lease: before, status } = command
  const status_ = status === 'queued' ? 'sent' : status
  const startedAt = command.startedAt ?? clock.date().toISOString()
  const changed = await tenantRows(AgentCommand.table).update(
    { id, lease: before, status },
    { lease: before + 1, status: status_, started_at: startedAt, updated_at: now() }
  )
  if (changed > 0) Object.assign(command, { lease: before + 1, status: status_, startedAt })
  return changed > 0
}

async function nextDue(agentId: string): Promise<number | null> {
  const next = await queued(agentId)
    .where('due_at', '>', now())
    .orderBy('due_at')
    .select('due_at')
    .first()
  return next ? Date.parse(next.dueAt) : null
}
