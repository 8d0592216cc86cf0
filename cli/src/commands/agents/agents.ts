import type { DesktopAgent, DesktopAgentDeployment } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { printRecord } from '../../output/record.js'
import { agentsPath, findAgent } from './find.js'

export interface ListAgentsOptions {
  search?: string
  online?: boolean
  retired?: boolean
}

export async function listAgents(
  factory: Factory,
  { search, online, retired }: ListAgentsOptions
): Promise<void> {
  const filter = {
    search,
    connectionStatus: online ? 'online' : undefined,
    isRetired: retired ? 'true' : undefined,
  }
  const rows = await (await factory.api()).all<DesktopAgent>(agentsPath, { filter })
  await factory.printList(
    rows,
    [
      { title: 'Name', text: ({ agentName }) => agentName },
      {
        title: 'Client ID',
        text: ({ clientId }) => clientId.slice(0, 8),
        raw: ({ clientId }) => clientId,
        whole: true,
      },
      {
        title: 'Status',
        text: stateOf,
        style: (agent, colors) => (agent.isOnline ? colors.green : colors.yellow),
      },
      {
        title: 'Last seen',
        text: ({ lastHeartbeat }) => (lastHeartbeat ? formatRelative(lastHeartbeat) : 'never'),
        raw: ({ lastHeartbeat }) => lastHeartbeat ?? '',
      },
      { title: 'Platform', text: ({ platform, arch }) => `${platform} ${arch}` },
      { title: 'Version', text: ({ version }) => version },
      { title: 'Group', text: ({ groupName }) => groupName ?? '' },
      { title: 'Id', text: ({ id }) => id, onlyPiped: true },
    ],
    'No desktop agents. Add one: crossdock agents enroll-token'
  )
}

function stateOf({ isOnline, isPaused, retiredAt }: DesktopAgent): string {
  if (retiredAt) return 'retired'
  const state = isOnline ? 'online' : 'offline'
  return isPaused ? `${state}, paused` : state
}

export async function showAgent(factory: Factory, typed: string): Promise<void> {
  const agent = await findAgent(await factory.api(), typed)
  if (factory.flags.json) factory.printJson(agent)
  else printRecord(factory, agent)
}

export async function renameAgent(factory: Factory, typed: string, name: string): Promise<void> {
  const api = await factory.api()
  const { id, agentName } = await findAgent(api, typed)
  const agent = await api.put<DesktopAgent>(`${agentsPath}/${id}`, { agentName: name })
  if (factory.flags.json) return factory.printJson(agent)
  factory.say(`Renamed ${agentName} to ${agent.agentName}.`)
}

const done = { pause: 'paused', resume: 'resumed', retire: 'retired' } as const
export type AgentVerb = keyof typeof done

/** Pauses, resumes or retires an agent. */
export async function changeAgent(
  factory: Factory,
  verb: AgentVerb,
  typed: string,
  isSure: boolean
): Promise<void> {
  const api = await factory.api()
  const { id, agentName } = await findAgent(api, typed)
  if (verb === 'retire') {
    const question = `Retire ${agentName}? Its key stops working, and its open commands fail.`
    await factory.prompter.assertConfirmed(isSure, question)
  }
  const agent = await api.post<DesktopAgent>(`${agentsPath}/${id}/${verb}`, undefined)
  if (factory.flags.json) return factory.printJson(agent)
  factory.say(`${agentName} is ${done[verb]}.`)
}

/** Creates a token that adds one agent, and prints only the token on stdout. */
export async function makeEnrollToken(factory: Factory): Promise<void> {
  const made = await (await factory.api()).post<DesktopAgentDeployment>(`${agentsPath}/deploy`, {})
  if (factory.flags.json) return factory.printJson(made)
  factory.say(made.token)
  factory.note(
    `The token adds one agent until ${made.expiresAt} and is shown only once. Run on the machine:`
  )
  for (const [platform, line] of Object.entries(made.commands)) factory.note(`${platform}: ${line}`)
}
