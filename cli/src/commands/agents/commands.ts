import type { AgentCommand } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { ExitCode, SilentExit } from '../../errors.js'
import { statusStyle } from '../../executions/columns.js'
import { poll } from '../../executions/poll.js'
import type { Factory } from '../../factory.js'
import { formatRelative, printable } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import type { Column } from '../../output/table.js'
import { commandsPath, findAgent, findCommandId } from './find.js'

const MOST = 1000
const ENDED = new Set(['completed', 'failed', 'cancelled'])

const COLUMNS: Array<Column<AgentCommand>> = [
  { title: 'Id', text: ({ id }) => id, whole: true },
  { title: 'Agent', text: ({ agentName }) => agentName },
  { title: 'Command', text: ({ commandType }) => commandType },
  { title: 'Path', text: ({ parameters }) => parameters.path },
  {
    title: 'Status',
    text: ({ status }) => status,
    style: ({ status }, colors) => statusStyle(status, colors),
  },
  {
    title: 'Sent',
    text: ({ createdAt }) => formatRelative(createdAt),
    raw: ({ createdAt }) => createdAt,
  },
  { title: 'Message', text: ({ errorMessage }) => errorMessage ?? '' },
]

export interface ListCommandsOptions {
  agent?: string
  status?: string
  limit: string
}

export async function listCommands(
  factory: Factory,
  { agent, status, limit: given }: ListCommandsOptions
): Promise<void> {
  const limit = wholeNumber('--limit', given, MOST)
  const api = await factory.api()
  const agentId = agent === undefined ? undefined : (await findAgent(api, agent)).id
  const filter = { status, agentId }
  const { rows, total } = await api.page<AgentCommand>(commandsPath, { filter }, 0, limit)
  await factory.printList(rows, COLUMNS, 'No commands in queue.')
  noteTruncation(factory, rows.length, total, 'commands')
}

export interface SendCommandOptions {
  path?: string
  action?: string
  folder?: string
  priority?: string
  at?: string
  watch?: boolean
}

/** Sends a command. With `watch`, follows it until it ends. */
export async function sendCommand(
  factory: Factory,
  typed: string,
  commandType: string,
  { path, action, folder, priority, at, watch = false }: SendCommandOptions
): Promise<void> {
  const api = await factory.api()
  const { clientId, agentName } = await findAgent(api, typed)
  const command = await api.post<AgentCommand>(commandsPath, {
    clientId,
    commandType,
    parameters: { path, action, folder },
    ...(priority === undefined ? {} : { priority: wholeNumber('--priority', priority, 10) }),
    ...(at === undefined ? {} : { scheduledFor: at }),
  })
  if (watch) return followCommand(factory, api, command.id)
  if (factory.flags.json) return factory.printJson(command)
  factory.say(`Sent ${commandType} to ${agentName}, command ${command.id}.`)
}

export async function watchCommand(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  await followCommand(factory, api, await findCommandId(api, typed))
}

/** Prints each change of a command until it ends. Exits with 1 unless it completed. */
async function followCommand(factory: Factory, api: ApiClient, id: string): Promise<void> {
  let before = ''
  for await (const command of poll(factory, () => api.get<AgentCommand>(`${commandsPath}/${id}`))) {
    const line = lineOf(command)
    if (!factory.flags.json && line !== before) factory.say(line)
    before = line
    if (!ENDED.has(command.status)) continue
    if (factory.flags.json) factory.printJson(command)
    if (command.status !== 'completed') throw new SilentExit(ExitCode.failure)
    return
  }
}

function lineOf({ commandType, agentName, status, progress, errorMessage }: AgentCommand): string {
  const far = progress && !ENDED.has(status) ? `, ${progress.done} of ${progress.total}` : ''
  const why = errorMessage ? `: ${errorMessage}` : ''
  return printable(`${commandType} on ${agentName}: ${status}${far}${why}`)
}

export type CommandVerb = 'cancel' | 'retry'

export async function changeCommand(
  factory: Factory,
  verb: CommandVerb,
  typed: string
): Promise<void> {
  const api = await factory.api()
  const id = await findCommandId(api, typed)
  const command = await api.post<AgentCommand>(`${commandsPath}/${id}/${verb}`, undefined)
  if (factory.flags.json) return factory.printJson(command)
  const { commandType, agentName } = command
  factory.say(
    verb === 'cancel'
      ? `Cancelled ${commandType} on ${agentName}.`
      : `Sent ${commandType} to ${agentName} again.`
  )
}
