import { agentDirectory, type KnownAgent } from '@crossdock/agents/contracts'
import { assetLibrary, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { systemAccess } from '@crossdock/integrations/contracts'
import { invalid, missingPermission, Problem, text } from '@crossdock/kernel/ground'
import { unreadable } from '@crossdock/kernel/shapes'
import { holds } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import { syncEndpoints } from '../contracts/endpoints.js'
import type { EndConfig, EndType } from '../contracts/names.js'

/** The end of a contract in a request. */
export interface GivenEnd {
  type: EndType
  config: {
    path: string
    clientId?: string | null | undefined
    systemId?: string | null | undefined
  }
}

/** A validated end in its stored form. */
interface CheckedEnd {
  type: EndType
  config: EndConfig
  agentId: string | null
  systemId: string | null
}

const maxNameBytes = 255

/**
 * Validates an end of a contract, and adds defaults.
 * @param writes whether the contract changes files at this end
 * @throws Problem 403, 422
 */
export async function checkEnd(
  side: SideName,
  { type, config }: GivenEnd,
  writes: boolean
): Promise<CheckedEnd> {
  const field = `${side}Config`
  switch (type) {
    case 'local_folder': {
      const path = localPath(field, config.path)
      const agent = await agentFor(field, config.clientId ?? '')
      const named = agent ? { clientId: agent.clientId } : {}
      return { type, config: { path, ...named }, agentId: agent?.id ?? null, systemId: null }
    }
    case 'asset_folder': {
      const names = assetNames(field, config.path)
      await assertMayUse(field, names, writes)
      return { type, config: { path: `/${names.join('/')}` }, agentId: null, systemId: null }
    }
    default: {
      const path = systemPath(field, config.path)
      const systemId = await systemFor(field, config.systemId ?? '')
      return { type, config: { path, systemId }, agentId: null, systemId }
    }
  }
}

/**
 * Validates a local path (`/srv/share`, `C:\\Share`, `\\\\server\\share`), and removes its trailing separator.
 * @throws Problem 422
 */
function localPath(field: string, given: string): string {
  const isWindows = /^([a-z]:[\\/]|\\\\[^\\])/i.test(given)
  if (!isWindows && !given.startsWith('/')) {
    const sentence = text(
      'Write the whole path of the folder on the computer, like /srv/share or C:\\Share.'
    )
    throw invalid(`${field}.path`, sentence, 'path')
  }
  const parts = given.split(isWindows ? /[\\/]/ : '/')
  assertNoSteps(field, parts)
  const path = given.replace(isWindows ? /[\\/]+$/ : /\/+$/, '')
  if (path === '') return '/'
  return /^[a-z]:$/i.test(path) ? `${path}\\` : path
}

/** @throws Problem 422 */
function assetNames(field: string, given: string): string[] {
  if (!given.startsWith('/') || given.includes('\\')) {
    const sentence = text('Write the folder like "/Arrivals/New": it begins with a slash.')
    throw invalid(`${field}.path`, sentence, 'path')
  }
  const names = given.normalize('NFC').split('/').filter(Boolean)
  if (names.length === 0) {
    const sentence = text('The top level of assets cannot be synced. Choose a folder.')
    throw invalid(`${field}.path`, sentence, 'path')
  }
  assertNoSteps(field, names)
  const wrong = names.find(
    (name) => name.trim() === '' || unreadable(name) || Buffer.byteLength(name) > maxNameBytes
  )
  if (wrong === undefined) return names
  const sentence = text('"{name}" cannot be the name of a folder. Choose another one.', {
    name: wrong.slice(0, 100),
  })
  throw invalid(`${field}.path`, sentence, 'path')
}

/** @throws Problem 422 */
function systemPath(field: string, given: string): string {
  const names = given.split('/').filter(Boolean)
  assertNoSteps(field, names)
  return `/${names.join('/')}`
}

function assertNoSteps(field: string, names: readonly string[]): void {
  if (!names.some((name) => name === '.' || name === '..')) return
  const sentence = text('Write the path without "." and "..".')
  throw invalid(`${field}.path`, sentence, 'path')
}

/**
 * Returns the named agent; without a name, the only agent, or null if there is none yet.
 * @throws Problem 422
 */
async function agentFor(field: string, named: string): Promise<KnownAgent | null> {
  if (named === '') {
    const live = await agentDirectory.use().live(2)
    if (live.length < 2) return live[0] ?? null
    const sentence = text(
      'There are several desktop agents. Enter the client ID of the agent on the computer with the folder.'
    )
    throw invalid(`${field}.clientId`, sentence, 'required')
  }
  const agent = await agentDirectory.use().find(named)
  if (!agent) {
    const sentence = text('There is no desktop agent with the client id "{clientId}".', {
      clientId: named,
    })
    throw invalid(`${field}.clientId`, sentence, 'exists')
  }
  if (!agent.isRetired) return agent
  const sentence = text('The agent "{name}" was retired. Choose another one.', {
    name: agent.name,
  })
  throw invalid(`${field}.clientId`, sentence, 'retired')
}

/** @throws Problem 422 */
async function systemFor(field: string, id: string): Promise<string> {
  if (id === '') {
    const sentence = text('Choose the external system whose files are synced.')
    throw invalid(`${field}.systemId`, sentence, 'required')
  }
  const [system] = await systemAccess.use().named([id])
  if (!system) {
    const sentence = text('There is no external system with the id "{id}".', { id })
    throw invalid(`${field}.systemId`, sentence, 'exists')
  }
  if (syncEndpoints.get(system.systemType)) return id
  const sentence = text('{name} holds no files that can be synced. Choose another system.', {
    name: system.name,
  })
  throw invalid(`${field}.systemId`, sentence, 'capability')
}

/**
 * Refuses folders that the person who saves the contract may not use.
 * @throws Problem 403
 */
async function assertMayUse(field: string, names: string[], writes: boolean): Promise<void> {
  for (const permission of writes ? [assetsRead, assetsWrite] : [assetsRead])
    if (!holds(permission)) throw missingPermission(permission)
  if (!(await assetLibrary.use().isClosedAround(writes ? 'write' : 'read', names))) return
  const sentence = text(
    'At "{folder}", above it or below it is a folder that is closed to you. Choose another one.',
    { folder: `/${names.join('/')}` }
  )
  const errors = [{ field: `${field}.path`, rule: 'closed', text: sentence }]
  throw new Problem(403, 'E_FOLDER_CLOSED', sentence, { errors })
}

/**
 * Refuses ends of which one contains the other, because their sync would never finish.
 * @throws Problem 422
 */
export function assertApart(source: CheckedEnd, target: CheckedEnd): void {
  const isSamePlace =
    source.type === target.type &&
    source.agentId === target.agentId &&
    source.systemId === target.systemId
  if (!isSamePlace || (source.type === 'local_folder' && source.agentId === null)) return
  const [one, other] = [source, target].map(({ config }) => folded(config.path)) as [string, string]
  if (!one.startsWith(other) && !other.startsWith(one)) return
  const sentence = text('One folder is inside of the other. Choose two separate folders.')
  throw invalid('targetConfig.path', sentence, 'apart')
}

const folded = (path: string): string =>
  `${path.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase()}/`
