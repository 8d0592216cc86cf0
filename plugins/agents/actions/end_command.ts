import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Row } from '@crossdock/kernel/lists'
import { enqueue } from '@crossdock/kernel/jobs'
import { commandCompleted, commandFailed } from '../event_types.js'
import type { AgentCommand } from '../models/agent_command.js'
import type { DesktopAgent } from '../models/desktop_agent.js'
import { answerStep } from '../job_refs.js'
import { commandTarget, factsOfCommand } from './recorded.js'

type Named = Pick<Row<DesktopAgent>, 'id' | 'agentName' | 'clientId' | 'machineName'>

/** Why a command failed. */
export interface CommandFailure {
  code: string
  message: string
  result?: Record<string, unknown> | null
}

/** Records that a command failed permanently, in a transaction. */
export async function failCommand(
  command: AgentCommand,
  agent: Named,
  { code, message, result = null }: CommandFailure
): Promise<void> {
  await command
    .merge({ status: 'failed', completedAt: now(), errorCode: code, errorMessage: message, result })
    .save()
  await recordEvent(commandFailed, {
    target: commandTarget(command),
    payload: { ...factsOfCommand(command, agent), code, message },
  })
  await resumeStep(command, { code, message })
}

/** Records that a command was completed, in a transaction. */
export async function completeCommand(
  command: AgentCommand,
  agent: Named,
  result: Record<string, unknown>
): Promise<void> {
  await command
    .merge({ status: 'completed', completedAt: now(), errorCode: null, errorMessage: null, result })
    .save()
  await recordEvent(commandCompleted, {
    target: commandTarget(command),
    payload: {
      ...factsOfCommand(command, agent),
      files: numberIn(result.files),
      bytes: numberIn(result.bytes),
    },
  })
  await resumeStep(command, null)
}

/** Resumes the workflow step that waits for the command, in a separate job. */
export async function resumeStep(
  { id: commandId, waitToken: token }: AgentCommand,
  failure: { code: string; message: string } | null
): Promise<void> {
  if (token) await enqueue(answerStep, { commandId, token, failure })
}

const numberIn = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : null)
