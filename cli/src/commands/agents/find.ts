import type { AgentCommand, DesktopAgent } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { formatRelative } from '../../output/format.js'

export const agentsPath = '/api/desktop-agents'
export const commandsPath = '/api/desktop-agents/commands'

/** A part of an id is searched among this many of the newest commands. */
const NEWEST = 1000

/** An agent by its name, or by any part of its id or client ID. */
export async function findAgent(api: ApiClient, typed: string): Promise<DesktopAgent> {
  return pick(await api.all<DesktopAgent>(agentsPath), typed, {
    one: 'desktop agent',
    list: 'crossdock agents list',
    ids: ({ id, clientId }) => [id, clientId],
    name: ({ agentName }) => agentName,
    about: ({ agentName, clientId }) => `${agentName}, client ID ${clientId}`,
  })
}

/** Returns the full id of a command by any part of the id. */
export async function findCommandId(api: ApiClient, typed: string): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  const { rows } = await api.page<AgentCommand>(commandsPath, {}, 0, NEWEST)
  const found = pick(rows, typed, {
    one: 'command',
    list: 'crossdock agents commands list',
    ids: ({ id }) => [id],
    about: (one) => `${one.commandType} on ${one.agentName}, ${formatRelative(one.createdAt)}`,
  })
  return found.id
}
