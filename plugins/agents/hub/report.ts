import { clock, now, transaction } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { completeCommand, failCommand } from '../actions/end_command.js'
import { maxResultBytes, openStatuses, type AgentMessageOf } from '../contracts/index.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { readWireId } from './wire_id.js'

type Delivery = { commandId: string; lease: number }

/** Selects a command if the reported delivery is its newest. Reports of earlier deliveries do not match. */
function selectDelivery(agentId: string, { commandId, lease }: Delivery) {
  const { id, retryCount } = readWireId(commandId)
  return { id, assigned_agent: agentId, retry_count: retryCount, lease }
}

/** Records that the agent has a command. */
export async function recordAccepted(agentId: string, delivery: Delivery): Promise<void> {
  const where = { ...selectDelivery(agentId, delivery), status: 'sent' }
  await tenantRows(AgentCommand.table).update(where, { status: 'running', updated_at: now() })
}

/** Records the agent's progress. */
export async function recordProgress(
  agentId: string,
  { done, total, message, ...delivery }: AgentMessageOf<'progress'>
): Promise<void> {
  const where = { ...selectDelivery(agentId, delivery), status: 'running' }
  const progress = JSON.stringify({ done, total, message, at: now() })
  await tenantRows(AgentCommand.table).update(where, { progress, updated_at: now() })
}

/** Returns the milliseconds to the next attempt: 0.5, 1, 2, 4, … minutes, at most an hour. */
const retryMs = (retries: number) => Math.min(60, 0.5 * 2 ** retries) * 60_000

/**
 * Records the result of a command once, even if the agent sends it again.
 * @returns `recorded`: the agent may forget the result. `stale`: the result belongs to an earlier delivery, and
 * the agent must send the result of the newest delivery
 */
export function recordResult(
  agentId: string,
  message: AgentMessageOf<'result'>
): Promise<'recorded' | 'stale'> {
  const { id, retryCount } = readWireId(message.commandId)
  return transaction(async () => {
    const command = await AgentCommand.query()
      .where('id', id)
      .where('assigned_agent', agentId)
      .forUpdate()
      .first()
    // Retention deleted the command, a person or a timeout ended it, or it was retried. No step waits for this
    // result.
    if (!command || command.retryCount !== retryCount || !isOpen(command)) return 'recorded'
    if (command.lease !== message.lease) return 'stale'
    const agent = await DesktopAgent.findOrFail(agentId)
    const { error, result } = message
    const size = Buffer.byteLength(JSON.stringify(result))
    if (size > maxResultBytes) {
      await failCommand(command, agent, {
        code: 'E_RESULT_TOO_LARGE',
        message: `The agent sent a result of ${size} bytes; at most ${maxResultBytes} are stored.`,
      })
    } else if (message.outcome === 'completed') {
      await completeCommand(command, agent, result)
    } else if (error?.retryable && mayRetry(command)) {
      await queueAgain(command, error)
    } else {
      await failCommand(command, agent, { ...(error ?? unexplained), result })
    }
    return 'recorded'
  })
}

const unexplained = { code: 'E_FAILED', message: 'The agent said that it failed, and not why.' }

const isOpen = ({ status }: AgentCommand) => openStatuses.some((one) => one === status)

const mayRetry = ({ retryCount, maxRetries, timeoutAt }: AgentCommand) =>
  retryCount < maxRetries && clock.now() + retryMs(retryCount) < Date.parse(timeoutAt)

async function queueAgain(command: AgentCommand, error: { code: string; message: string }) {
  const dueAt = new Date(clock.now() + retryMs(command.retryCount)).toISOString()
  await command
    .merge({
      status: 'queued',
      retryCount: command.retryCount + 1,
      dueAt,
      progress: null,
      errorCode: error.code,
      errorMessage: error.message,
    })
    .save()
}
