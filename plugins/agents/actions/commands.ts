import { assetLibrary, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { clock, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import {
  conflict,
  invalid,
  missingPermission,
  Problem,
  readInstant,
  text,
  type Output,
} from '@crossdock/kernel/http'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { openStatuses, type CommandParameters, type CommandType } from '../contracts/index.js'
import { commandCancelled, commandQueued } from '../event_types.js'
import { profileOf } from '../hub/welcome.js'
import { usualTimeoutMs } from '../limits.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { findAgent } from '../queries/agents.js'
import { findCommand } from '../queries/commands.js'
import type { sendCommandBody } from '../validators/commands.js'
import { tellStep } from './end_command.js'
import { commandTarget, factsOfCommand } from './told.js'

/** What those who send commands from inside add. */
export interface Sender {
  triggerSource: 'user' | 'api' | 'workflow'
  triggerEventId?: string | null
  waitToken?: string | null
}

type NewCommand = Output<typeof sendCommandBody>

/** @throws Problem 403, 409, 422 */
export async function sendCommand(input: NewCommand): Promise<AgentCommand> {
  const triggerSource = currentContext().actor.type === 'user' ? 'user' : 'api'
  return transaction(async () => queueCommand(await prepareCommand(input), { triggerSource }))
}

/** A command that may be sent, not stored yet. */
export interface PreparedCommand {
  agent: DesktopAgent
  columns: Pick<
    AgentCommand,
    'commandType' | 'payload' | 'priority' | 'maxRetries' | 'scheduledFor' | 'dueAt' | 'timeoutAt'
  >
}

/** Checks a command and completes it. @throws as `sendCommand` */
export async function prepareCommand({
  clientId,
  commandType,
  parameters = {},
  ...input
}: NewCommand): Promise<PreparedCommand> {
  const agent = await agentCalled(clientId)
  await assertTakes(agent, commandType)
  const payload = checkedParameters(commandType, parameters)
  await assertMayMove(agent, commandType, payload)
  const scheduledFor = instantIn('scheduledFor', input.scheduledFor)
  const dueAt = scheduledFor ?? now()
  const timeoutAt = timeoutFor(dueAt, instantIn('timeoutAt', input.timeoutAt))
  const { priority = 5, maxRetries = 3 } = input
  return {
    agent,
    columns: { commandType, payload, priority, maxRetries, scheduledFor, dueAt, timeoutAt },
  }
}

/** Puts a command into the queue, in the open transaction. */
export async function queueCommand(
  { agent, columns }: PreparedCommand,
  { triggerSource, triggerEventId = null, waitToken = null }: Sender
): Promise<AgentCommand> {
  const command = await AgentCommand.create({
    ...columns,
    ...{ assignedAgent: agent.id, environmentId: agent.environmentId },
    ...{ status: 'queued', lease: 0, retryCount: 0 },
    ...{ triggerSource, triggerEventId, waitToken },
    requestedBy: currentContext().actor.userId,
  })
  await recordEvent(commandQueued, {
    target: commandTarget(command),
    payload: factsOfCommand(command, agent),
  })
  return command
}

/** @throws Problem 422 for a client id of no agent, 409 for a retired one */
async function agentCalled(clientId: string): Promise<DesktopAgent> {
  const agent = await DesktopAgent.query().where('client_id', clientId).first()
  if (!agent) {
    const sentence = text('There is no desktop agent with the client id "{clientId}".', {
      clientId,
    })
    throw invalid('clientId', sentence, 'exists')
  }
  if (!agent.retiredAt) return agent
  const sentence = text('The agent "{name}" was retired. Choose another one.', {
    name: agent.agentName,
  })
  throw conflict('E_AGENT_RETIRED', sentence)
}

async function assertTakes(agent: DesktopAgent, commandType: CommandType): Promise<void> {
  const facts = { name: agent.agentName, commandType }
  if (!agent.capabilities.includes(commandType)) {
    const sentence = text(
      'The agent "{name}" does not know the command {commandType}. Update it.',
      facts
    )
    throw conflict('E_NOT_CAPABLE', sentence)
  }
  const { allowedCommands } = await profileOf(agent)
  if (!allowedCommands || allowedCommands.includes(commandType)) return
  const sentence = text(
    'The profile of the group of "{name}" does not allow the command {commandType}. Allow it there, or choose another agent.',
    facts
  )
  throw conflict('E_COMMAND_NOT_ALLOWED', sentence)
}

const downloads = (commandType: CommandType, action: string | undefined) =>
  commandType === 'download_files' || (commandType === 'sync_folder' && action === 'download')
const uploads = (commandType: CommandType, action: string | undefined) =>
  commandType === 'upload_files' || (commandType === 'sync_folder' && action !== 'download')

/**
 * The agent moves files with the rights of its person: who may not do so, or not in that folder, has no agent do it.
 * @throws Problem 403
 */
async function assertMayMove(
  { agentName }: DesktopAgent,
  commandType: CommandType,
  { action, folder = `/Agents/${agentName}` }: CommandParameters
): Promise<void> {
  const isUpload = uploads(commandType, action)
  if (!isUpload && !downloads(commandType, action)) return
  const permission = isUpload ? assetsWrite : assetsRead
  if (!holds(permission)) throw missingPermission(permission)
  const names = folder.split('/').filter(Boolean)
  if (!(await assetLibrary.use().closedAround(isUpload ? 'write' : 'read', names))) return
  const sentence = text(
    'At "{folder}", above it or below it is a folder that is closed to you. Choose another one.',
    { folder }
  )
  throw new Problem(403, 'E_FOLDER_CLOSED', sentence)
}

const ofTheMachine = new Set<CommandType>(['system_info', 'restart_agent'])

function checkedParameters(
  commandType: CommandType,
  { path = '', action, folder }: NonNullable<NewCommand['parameters']>
): CommandParameters {
  if (path === '' && !ofTheMachine.has(commandType)) {
    throw invalid(
      'parameters.path',
      text('Say which file or folder of the machine is meant.'),
      'required'
    )
  }
  if (commandType === 'sync_folder' && action && !['upload', 'download'].includes(action)) {
    const sentence = text('The action of sync_folder is "upload" or "download".')
    throw invalid('parameters.action', sentence, 'enum')
  }
  if (folder && (!folder.startsWith('/') || folder.includes('\\'))) {
    const sentence = text('Write the folder like "/Arrivals/New": it begins with a slash.')
    throw invalid('parameters.folder', sentence, 'path')
  }
  return { path, ...(action ? { action } : {}), ...(folder ? { folder } : {}) }
}

function instantIn(field: string, given: string | null | undefined): string | null {
  if (!given) return null
  const read = readInstant(given)
  if (read) return read.toISOString()
  const sentence = text('Write the time like 2026-03-01T08:00:00Z.')
  throw invalid(field, sentence, 'date')
}

function timeoutFor(dueAt: string, given: string | null): string {
  if (!given)
    return new Date(Math.max(clock.now(), Date.parse(dueAt)) + usualTimeoutMs).toISOString()
  if (given > dueAt && Date.parse(given) > clock.now()) return given
  throw invalid(
    'timeoutAt',
    text('The time by which it must be done lies before it can begin.'),
    'date'
  )
}

const isOpen = ({ status }: AgentCommand) => openStatuses.some((one) => one === status)

/** A connected agent that works on it is told to stop. @throws Problem 404, 409 for one that has ended */
export function cancelCommand(id: string): Promise<AgentCommand> {
  return transaction(async () => {
    const command = await findCommand(id, { lock: true })
    if (!isOpen(command)) {
      const sentence = text('The command has ended already: {status}.', { status: command.status })
      throw conflict('E_ENDED', sentence)
    }
    const agent = await findAgent(command.assignedAgent)
    await command.merge({ status: 'cancelled', completedAt: now() }).save()
    await recordEvent(commandCancelled, {
      target: commandTarget(command),
      payload: factsOfCommand(command, agent),
    })
    await tellStep(command, { code: 'E_CANCELLED', message: 'The command was cancelled.' })
    return command
  })
}

/** Sends a command once more. @throws Problem 403, 404, 409 for one that neither failed nor was cancelled */
export function retryCommand(id: string): Promise<AgentCommand> {
  return transaction(async () => {
    const command = await findCommand(id, { lock: true })
    if (command.status !== 'failed' && command.status !== 'cancelled') {
      const sentence = text(
        'Only a command that failed or was cancelled can be sent again; this one is {status}.',
        {
          status: command.status,
        }
      )
      throw conflict('E_NOT_ENDED', sentence)
    }
    const found = await findAgent(command.assignedAgent)
    const agent = await agentCalled(found.clientId)
    await assertTakes(agent, command.commandType)
    await assertMayMove(agent, command.commandType, command.payload)
    const dueAt = now()
    const timeoutAt =
      Date.parse(command.timeoutAt) > clock.now() ? command.timeoutAt : timeoutFor(dueAt, null)
    await command
      .merge({
        ...{ status: 'queued', retryCount: command.retryCount + 1, dueAt, timeoutAt },
        // Whoever waited for the first try was told of its end.
        ...{ waitToken: null, completedAt: null, startedAt: null, result: null, progress: null },
        ...{ errorCode: null, errorMessage: null },
      })
      .save()
    await recordEvent(commandQueued, {
      target: commandTarget(command),
      payload: factsOfCommand(command, agent),
    })
    return command
  })
}
