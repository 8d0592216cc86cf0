import type { DesktopAgent, ExternalSystem, SyncContract } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { jsonOf } from '../../local_file.js'
import { wholeNumber } from '../../output/limit.js'
import { findAgent } from '../agents/find.js'
import { contractKind } from './kind.js'

export interface CreateOptions {
  input?: string
  source?: string
  target?: string
  description?: string
  oneWay?: boolean
  keepDeleted?: boolean
  conflicts?: string
  types?: string
  exclude?: string[]
  folder?: string[]
  cron?: string
  timezone?: string
  manual?: boolean
  maxDeletions?: string
}

/** Creates a contract from flags, from prompts, or from JSON. */
export async function createContract(
  factory: Factory,
  name: string | undefined,
  options: CreateOptions
): Promise<void> {
  const api = await factory.api()
  const body = options.input
    ? await jsonOf(factory, options.input)
    : await bodyOf(factory, api, name, options)
  const contract = await api.post<SyncContract>(contractKind.path, body)
  if (factory.flags.json) return factory.printJson(contract)
  factory.say(`Created the sync contract ${contract.name}, id ${contract.id}.`)
}

async function bodyOf(
  factory: Factory,
  api: ApiClient,
  typedName: string | undefined,
  options: CreateOptions
): Promise<object> {
  const { prompter } = factory
  const name = await prompter.valueOrAsk(typedName, {
    message: 'What is the name of the contract?',
    flag: '<name>',
  })
  const source = await prompter.valueOrAsk(options.source, {
    message: 'Where is the source? agent=NAME:/path, system=NAME:/path or assets:/Folder',
    flag: '--source',
    validate: (typed) => (parseEndpoint(typed) ? true : endShape),
  })
  const target = await prompter.valueOrAsk(options.target, {
    message: 'Where is the target? agent=NAME:/path, system=NAME:/path or assets:/Folder',
    flag: '--target',
    validate: (typed) => (parseEndpoint(typed) ? true : endShape),
  })
  const { description, conflicts, exclude, folder } = options
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(await endpointFields(api, 'source', source)),
    ...(await endpointFields(api, 'target', target)),
    ...(conflicts === undefined ? {} : { conflictResolution: conflicts }),
    syncRules: {
      bidirectional: !options.oneWay,
      deletes: !options.keepDeleted,
      ...(options.types === undefined ? {} : { fileTypes: options.types.split(',') }),
      ...(exclude ? { excludePatterns: exclude } : {}),
      ...(folder ? { folders: folder } : {}),
      ...(options.maxDeletions === undefined
        ? {}
        : // The given number is the only limit, so turn off the limit in percent.
          {
            maxDeletions: wholeNumber('--max-deletions', options.maxDeletions),
            maxDeletionPercent: 0,
          }),
    },
    ...scheduleOf(options),
  }
}

function scheduleOf({ cron, timezone, manual }: CreateOptions): object {
  if (manual && cron !== undefined) {
    throw new UsageError('--manual and --cron exclude each other. Give one of them.')
  }
  if (timezone !== undefined && cron === undefined) throw new UsageError('--timezone needs --cron.')
  if (manual) return { scheduleConfig: { mode: 'manual' } }
  if (cron === undefined) return {}
  return { scheduleConfig: { mode: 'schedule', cron, ...(timezone ? { timezone } : {}) } }
}

const endShape =
  'An endpoint is agent:/path or agent=NAME:/path, system=NAME:/path, or assets:/Folder.'

const types = { agent: 'local_folder', system: 'external_system', assets: 'asset_folder' } as const

/** Parses `agent=Packing desk:/srv/labels`. Null for an invalid endpoint. */
function parseEndpoint(typed: string) {
  const [, kind, name, path] = /^(agent|system|assets)(?:=([^:]+))?:(.+)$/s.exec(typed) ?? []
  if (!kind || !path || (kind === 'system' && !name) || (kind === 'assets' && name)) return null
  return { kind: kind as keyof typeof types, name, path }
}

async function endpointFields(
  api: ApiClient,
  side: 'source' | 'target',
  typed: string
): Promise<object> {
  const end = parseEndpoint(typed)
  if (!end) throw new UsageError(`--${side} "${typed}" is not a valid endpoint.`, endShape)
  const { kind, name, path } = end
  const which = name === undefined ? {} : await named(api, kind, name)
  return { [`${side}Type`]: types[kind], [`${side}Config`]: { path, ...which } }
}

async function named(api: ApiClient, kind: string, name: string): Promise<object> {
  if (kind === 'agent') {
    const { clientId }: DesktopAgent = await findAgent(api, name)
    return { clientId }
  }
  const systems = await api.all<ExternalSystem>('/api/integrations/systems')
  const { id } = pick(systems, name, {
    one: 'external system',
    list: 'crossdock systems list',
    ids: (row) => [row.id],
    name: (row) => row.name,
    about: (row) => `${row.name}, ${row.systemType}`,
  })
  return { systemId: id }
}
