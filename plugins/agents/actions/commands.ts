import { assetLibrary, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { clock, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, missingPermission, Problem, text } from '@crossdock/kernel/ground'
import { readInstant, type Output } from '@crossdock/kernel/shapes'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { openStatuses, type CommandParameters, type CommandType } from '../contracts/index.js'
import { commandCancelled, commandQueued } from '../event_types.js'
import { profileOf } from '../queries/profile_of.js'
import { defaultTimeoutMs } from '../limits.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { findAgent } from '../queries/agents.js'
import { findCommand } from '../queries/commands.js'
import type { sendCommandBody } from '../validators/commands.js'
import { resumeStep } from './end_command.js'
import { commandTarget, factsOfCommand } from './recorded.js'

/** Additional fields of commands that other parts of Crossdock send. */
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

/** A validated command that is not stored yet. */
export interface PreparedCommand {
  agent: DesktopAgent
  columns: Pick<
    AgentCommand,
    'commandType' | 'payload' | 'priority' | 'maxRetries' | 'scheduledFor' | 'dueAt' | 'timeoutAt'
  >
}

/**
 * Validates a command and fills in defaults.
 * @throws as `sendCommand`
 */
export async function prepareCommand({
  clientId,
  commandType,
  parameters = {},
  ...input
}: NewCommand): Promise<PreparedCommand> {
  const agent = await findByClientId(clientId)
  await assertSupports(agent, commandType)
  const payload = checkParameters(commandType, parameters)
  await assertMayMove(agent, commandType, payload)
  const scheduledFor = parseInstant('scheduledFor', input.scheduledFor)
  const dueAt = scheduledFor ?? now()
  const timeoutAt = timeoutFor(dueAt, parseInstant('timeoutAt', input.timeoutAt))
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
    assignedAgent: agent.id,
    environmentId: agent.environmentId,
    status: 'queued',
    lease: 0,
    retryCount: 0,
    triggerSource,
    triggerEventId,
    waitToken,
    requestedBy: currentContext().actor.userId,
  })
  await recordEvent(commandQueued, {
    target: commandTarget(command),
    payload: factsOfCommand(command, agent),
  })
  return command
}

/** @throws Problem 422 for an unknown client id, 409 for a retired agent */
async function findByClientId(clientId: string): Promise<DesktopAgent> {
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

async function assertSupports(agent: DesktopAgent, commandType: CommandType): Promise<void> {
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
 * Refuses a command that the caller may not carry out themselves. Agents move files with the permissions of their
 * owner, so the caller needs the same permissions and access to the folder.
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
  if (!(await assetLibrary.use().isClosedAround(isUpload ? 'write' : 'read', names))) return
  const sentence = text(
    'At "{folder}", above it or below it is a folder that is closed to you. Choose another one.',
    { folder }
  )
  throw new Problem(403, 'E_FOLDER_CLOSED', sentence)
}

const ofTheMachine = new Set<CommandType>(['system_info', 'restart_agent'])

function checkParameters(
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
    const sentence = text('The action of sync_folder must be "upload" or "download".')
    throw invalid('parameters.action', sentence, 'enum')
  }
  if (folder && (!folder.startsWith('/') || folder.includes('\\'))) {
    const sentence = text('Write the folder like "/Arrivals/New": it begins with a slash.')
    throw invalid('parameters.folder', sentence, 'path')
  }
  return { path, ...(action ? { action } : {}), ...(folder ? { folder } : {}) }
}

function parseInstant(field: string, given: string | null | undefined): string | null {
  if (!given) return null
  const read = readInstant(given)
  if (read) return read.toISOString()
  const sentence = text('Write the time like 2026-03-01T08:00:00Z.')
  throw invalid(field, sentence, 'date')
}

function timeoutFor(dueAt: string, given: string | null): string {
  if (!given)
    return new Date(Math.max(clock.now(), Date.parse(dueAt)) + defaultTimeoutMs).toISOString()
  if (given > dueAt && Date.parse(given) > clock.now()) return given
  throw invalid(
    'timeoutAt',
    text('The time limit is before the start time. Choose a later time.'),
    'date'
  )
}

const isOpen = ({ status }: AgentCommand) => openStatuses.some((one) => one === status)

/**
 * Cancels a command; a connected agent that is executing it gets a cancel message.
 * @throws Problem 404, 409 for an ended command
 */
export function cancelCommand(id: string): Promise<AgentCommand> {
  return transaction(async () => {
    const command = await findCommand(id, { lock: true })
    if (!isOpen(command)) {
      const sentence = text('The command has already ended: {status}.', { status: command.status })
      throw conflict('E_ENDED', sentence)
    }
    const agent = await findAgent(command.assignedAgent)
    await command.merge({ status: 'cancelled', completedAt: now() }).save()
    await recordEvent(commandCancelled, {
      target: commandTarget(command),
      payload: factsOfCommand(command, agent),
    })
    await resumeStep(command, { code: 'E_CANCELLED', message: 'The command was canceled.' })
    return command
  })
}

/**
 * Sends a command again.
 * @throws Problem 403, 404, 409 unless it failed or was canceled
 */
export function retryCommand(id: string): Promise<AgentCommand> {
  return transaction(async () => {
    const command = await findCommand(id, { lock: true })
    if (command.status !== 'failed' && command.status !== 'cancelled') {
      const sentence = text(
        'Only a failed or canceled command can be sent again; this one is {status}.',
        {
          status: command.status,
        }
      )
      throw conflict('E_NOT_ENDED', sentence)
    }
    const found = await findAgent(command.assignedAgent)
    const agent = await findByClientId(found.clientId)
    await assertSupports(agent, command.commandType)
    await assertMayMove(agent, command.commandType, command.payload)
    const dueAt = now()
    const timeoutAt =
      Date.parse(command.timeoutAt) > clock.now() ? command.timeoutAt : timeoutFor(dueAt, null)
    await command
      .merge({
        status: 'queued',
        retryCount: command.retryCount + 1,
        dueAt,
        timeoutAt,
        // The workflow step that waited for the first attempt has already received its result.
        waitToken: null,
        completedAt: null,
        startedAt: null,
        result: null,
        progress: null,
        errorCode: null,
        errorMessage: null,
      })
      .save()
    await recordEvent(commandQueued, {
      target: commandTarget(command),
      payload: factsOfCommand(command, agent),
    })
    return command
  })
}
