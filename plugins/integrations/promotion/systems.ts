import {
  withoutCredentials,
  variablesIn,
  secretPlaces,
  type Carried,
  type Held,
  type KeptAddress,
  type PromotedKind,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { conflict, text } from '@crossdock/kernel/ground'
import { validate, type Output } from '@crossdock/kernel/shapes'
import { setBound } from '../actions/folder_bindings.js'
import { createSystem, deleteSystem, updateSystem } from '../actions/systems.js'
import { kindsOf } from '../config/known.js'
import { masked, readableAuth } from '../config/stored.js'
import { integrationsRead, integrationsWrite } from '../contracts/index.js'
import { ExternalSystem } from '../models/external_system.js'
import { SystemFolderBinding } from '../models/system_folder_binding.js'
import { findSystem } from '../queries/systems.js'
import { createSystemBody, updateSystemBody } from '../validators/systems.js'
import { deleteSecretsBelow, endpointSecrets } from './endpoint_secrets.js'
import { addressNames, isLiteral, leadsElsewhere } from './moves.js'
import { sentSecrets } from './sent_secrets.js'

type Definition = Pick<
  ExternalSystem,
  | 'name'
  | 'description'
  | 'systemType'
  | 'authType'
  | 'baseUrl'
  | 'config'
  | 'capabilities'
  | 'maxConcurrent'
  | 'ratePerMinute'
  | 'breakAfter'
>

interface SystemRow extends PromotedRow {
  isBound: boolean
  /** Secrets written into the endpoints of the system. */
  below: readonly Held[]
  held: readonly Held[]
  /** Places that send other secrets to the system, which are kept. */
  sent: readonly string[]
}

/** External systems. Their credentials are not promoted: all of `authConfig`, and the secret parts of `config`. */
export const promotedSystems: PromotedKind<SystemRow> = {
  label: text('External systems'),
  read: integrationsRead,
  write: integrationsWrite,
  meter: 'maxExternalSystems',
  after: [],
  async rows(ids, { lock }) {
    const query = ExternalSystem.query()
      .whereIn('id', [...ids])
      .orderBy('id')
    return withBelow(await (lock ? query.forUpdate() : query), { lock })
  },
  async named(names) {
    const query = ExternalSystem.query().whereIn('name', [...names])
    return withBelow(await query.orderBy('created_at').orderBy('id'), { lock: false })
  },
  carry,
  async create({ definition, isActive }, { isBound }) {
    const body = await validate(createSystemBody, { ...definition, isActive })
    const { id } = await createSystem(body as Output<typeof createSystemBody>, { mayLack: true })
    // Keep the system bound, so that it gets no files until a person binds folders. Otherwise it would get all
    // files.
    if (isBound) await setBound(id, true)
    return id
  },
  async update(id, definition) {
    const [row] = await withBelow([await findSystem(id, { lock: true })], { lock: true })
    if (!row) return
    const [before, after] = [definitionOf(row), definition as unknown as Definition]
    const config = changedParts(before.config, after.config)
    const moves = leadsElsewhere(before, after)
    const isLost = moves && holdsAny(row)
    const isStopped = isLost || (moves && row.sent.length > 0)
    const body = {
      ...definition,
      config: isLost ? { ...config, ...without(row) } : config,
      ...(isLost ? { authConfig: null } : {}),
      ...(isStopped ? { isActive: false } : {}),
    }
    const checked = await validate(updateSystemBody, body)
    await updateSystem(id, checked as Output<typeof updateSystemBody>, { mayLack: isLost })
    if (isLost) await deleteSecretsBelow(id)
  },
  async remove(id) {
    const bound = await SystemFolderBinding.query().where('system_id', id).first()
    const { name } = await findSystem(id, { lock: true })
    if (bound) throw boundSince(name)
    await deleteSystem(id)
  },
  users: () => Promise.resolve([]),
}

async function withBelow(
  systems: readonly ExternalSystem[],
  { lock }: { lock: boolean }
): Promise<SystemRow[]> {
  const ids = systems.map(({ id }) => id)
  const below = await endpointSecrets(ids, { lock })
  const sent = await sentSecrets(ids)
  return systems.map((system) => {
    const row = shown(system)
    const { id, name } = row
    const own = row.credentials.map((place) => ({ id, name, place }))
    const inEndpoints = below.get(id) ?? []
    const held = [...own, ...inEndpoints]
    return { ...row, below: inEndpoints, held, sent: sent.get(id) ?? [] }
  })
}

/** Returns whether a system or one of its endpoints has secrets. All of them are sent to its address. */
const holdsAny = ({ held }: SystemRow) => held.length > 0

function shown(system: ExternalSystem): Omit<SystemRow, 'below' | 'held' | 'sent'> {
  const { id, name, description, systemType, authType, baseUrl, capabilities, isActive } = system
  const { maxConcurrent, ratePerMinute, breakAfter } = system
  const auth = masked(readableAuth(system))
  const shownConfig = Object.entries(masked(system.config))
  const secret = shownConfig.filter(([, part]) => withoutCredentials(part).credentials.length > 0)
  const config = Object.fromEntries(shownConfig.filter((part) => !secret.includes(part)))
  const definition: Definition = {
    name,
    description,
    systemType,
    authType,
    baseUrl,
    config,
    capabilities,
    maxConcurrent,
    ratePerMinute,
    breakAfter,
  }
  return {
    id,
    name,
    isActive,
    references: [],
    definition: { ...definition },
    credentials: [
      ...Object.entries(auth)
        .filter(([, part]) => part !== null)
        .map(([part]) => `authConfig.${part}`),
      // The key of the credentials is missing.
      ...(system.authConfig !== null && readableAuth(system) === undefined ? ['authConfig'] : []),
      ...secret.map(([part]) => `config.${part}`),
    ].sort(),
    variables: variablesIn(JSON.stringify([baseUrl, config])),
    isBound: system.isBound,
  }
}

const definitionOf = ({ definition }: PromotedRow) => definition as unknown as Definition

function carry(source: SystemRow, target: SystemRow | undefined): Carried {
  const from = definitionOf(source)
  const to = target && definitionOf(target)
  const kept: KeptAddress[] = []
  const literal: string[] = []
  /**
   * Returns the promoted address. An address with a literal host belongs to its environment, so the target keeps
   * its own. An address with a variable as host is promoted.
   */
  const address = (field: string, given: unknown, there: unknown): unknown => {
    if (!isLiteral(given)) return given
    if (typeof there !== 'string' || there === '') {
      literal.push(field)
      return given
    }
    if (given !== there) kept.push({ field, source: given, target: there })
    return there
  }
  const { connector } = kindsOf(from)
  const sameKind = to?.systemType === from.systemType
  const addresses = addressNames(connector)
  const config = Object.fromEntries(
    Object.entries(from.config).map(([name, part]) => [
      name,
      addresses.includes(name)
        ? address(`config.${name}`, part, sameKind ? to?.config[name] : undefined)
        : part,
    ])
  )
  const definition: Definition = {
    ...from,
    baseUrl: address('baseUrl', from.baseUrl, to?.baseUrl) as string | null,
    config,
  }
  const moves = target !== undefined && leadsElsewhere(to!, definition)
  const isLost = moves && holdsAny(target)
  const below = isLost ? target.below.map(({ name, place }) => `${name}: ${place}`) : []
  const there = new Set(isLost ? [] : target?.credentials)
  const wanted = new Set([...source.credentials, ...(isLost ? target.credentials : []), ...below])
  return {
    definition: { ...definition },
    // A system without credentials is complete. A system with credentials would be called without them, so it
    // stays inactive.
    isActive: source.isActive && source.credentials.length === 0,
    lacking: [...wanted].filter((name) => !there.has(name)),
    deleted: isLost ? [...target.credentials, ...below] : [],
    variables: variablesIn(JSON.stringify([definition.baseUrl, config])),
    kept,
    literal,
    written: [
      ...secretPlaces(definition.baseUrl, 'baseUrl'),
      ...secretPlaces(definition.config, 'config'),
    ],
    notes: [
      ...(isLost ? [addressMoves(from.name)] : []),
      ...(moves && target.sent.length > 0 ? [secretsGoAlong(from.name, target.sent)] : []),
      ...(source.isBound && !target ? [bindFirst(from.name)] : []),
      ...(source.isBound && target && !target.isBound ? [getsAll(from.name)] : []),
    ],
  }
}

/** Returns the changed parts. Given parts replace the stored ones; parts that are no longer given are removed. */
const changedParts = (before: Record<string, unknown>, after: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...after,
})

/** Removes the parts of `config` that contain secrets. */
const without = ({ credentials }: PromotedRow) =>
  Object.fromEntries(
    credentials
      .filter((name) => name.startsWith('config.'))
      .map((name) => [name.slice('config.'.length), null])
  )

const addressMoves = (name: string) =>
  text(
    '{name} gets another address or authentication. Its credentials in the target, and those in its endpoints, belong to the former one. They are deleted, and {name} is inactive until they are entered again.',
    { name }
  )

/** Maximum number of places that a message names. */
const mostNamed = 20

const secretsGoAlong = (name: string, sent: readonly string[]) =>
  text(
    '{name} gets another address or authentication, and these also send secrets there: {places}. They are kept, and {name} is inactive until a person checks them and activates it.',
    {
      name,
      places: [...sent.slice(0, mostNamed), ...(sent.length > mostNamed ? ['…'] : [])].join('; '),
    }
  )

const bindFirst = (name: string) =>
  text(
    '{name} is bound to folders in the source. Folder bindings are not promoted: in the target it gets no files until it is bound to folders there.',
    { name }
  )

const getsAll = (name: string) =>
  text(
    '{name} is bound to folders in the source, and to none in the target, where it gets all files. Folder bindings are not promoted.',
    { name }
  )

const boundSince = (name: string) =>
  conflict(
    'E_USED_SINCE',
    text(
      '{name} would be deleted and has been bound to a folder since. Delete the binding first.',
      {
        name,
      }
    )
  )
