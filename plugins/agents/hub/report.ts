import { clock, now, transaction } from '@crossdock/kernel/database'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { completeCommand, failCommand } from '../actions/end_command.js'
import { maxResultBytes, openStatuses, type AgentMessageOf } from '../contracts/index.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { readWireId } from './wire_id.js'

type Told = { commandId: string; lease: number }

/** The row of a command at the delivery that is told about; a retry and a later delivery are other ones. */
function underWay(agentId: string, { commandId, lease }: Told) {
  const { id, retryCount } = readWireId(commandId)
  return { id, assigned_agent: agentId, retry_count: retryCount, lease }
}

/** Notes that the agent has a command. */
export async function noteAccepted(agentId: string, told: Told): Promise<void> {
  const where = { ...underWay(agentId, told), status: 'sent' }
  await tenantRows(AgentCommand.table).update(where, { status: 'running', updated_at: now() })
}

/** Notes how far the agent is. */
export async function noteProgress(
  agentId: string,
  { done, total, message, ...told }: AgentMessageOf<'progress'>
): Promise<void> {
  const where = { ...underWay(agentId, told), status: 'running' }
  const progress = JSON.stringify({ done, total, message, at: now() })
  await tenantRows(AgentCommand.table).update(where, { progress, updated_at: now() })
}

/** Minutes to the next try: 0.5, 1, 2, 4, … and at most an hour. */
const retryMs = (retries: number) => Math.min(60, 0.5 * 2 ** retries) * 60_000

/**
 * Records the result of a command once, whatever is sent again.
 * @returns `recorded`: the agent may forget it. `stale`: an earlier delivery brings it, so that the newest one is waited for
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
    // Gone by retention, ended by a person or a timeout, or followed by a retry: nobody waits for it.
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
      ...{ status: 'queued', retryCount: command.retryCount + 1, dueAt, progress: null },
      ...{ errorCode: error.code, errorMessage: error.message },
    })
    .save()
}
