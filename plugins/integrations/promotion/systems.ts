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
import { conflict, text, validate, type Output } from '@crossdock/kernel/http'
import { setBound } from '../actions/folder_bindings.js'
import { createSystem, deleteSystem, updateSystem } from '../actions/systems.js'
import { kindsOf } from '../config/known.js'
import { masked, readableAuth } from '../config/stored.js'
import { integrationsRead, integrationsWrite } from '../contracts/index.js'
import { ExternalSystem } from '../models/external_system.js'
import { SystemFolderBinding } from '../models/system_folder_binding.js'
import { findSystem } from '../queries/systems.js'
import { createSystemBody, updateSystemBody } from '../validators/systems.js'
import { deleteSecretsBelow, secretsBelow } from './endpoint_secrets.js'
import { addressNames, isLiteral, leadsElsewhere } from './moves.js'
import { sentTo } from './sent_secrets.js'

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
  /** What is written into its endpoints. */
  below: readonly Held[]
  held: readonly Held[]
  /** What sends other secrets to it, and stays as it is. */
  sent: readonly string[]
}

/** External systems. What they authenticate with stays where it is: all of `authConfig`, and parts of `config` that hold secrets. */
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
    // It gets no files until somebody says which: without this it would get all.
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
      ...{ ...definition, config: isLost ? { ...config, ...without(row) } : config },
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
  const below = await secretsBelow(ids, { lock })
  const sent = await sentTo(ids)
  return systems.map((system) => {
    const row = shown(system)
    const { id, name } = row
    const own = row.credentials.map((place) => ({ id, name, place }))
    const inEndpoints = below.get(id) ?? []
    const held = [...own, ...inEndpoints]
    return { ...row, below: inEndpoints, held, sent: sent.get(id) ?? [] }
  })
}

/** Its own, and what is written into its endpoints: all of it is sent to its address. */
const holdsAny = ({ held }: SystemRow) => held.length > 0

function shown(system: ExternalSystem): Omit<SystemRow, 'below' | 'held' | 'sent'> {
  const { id, name, description, systemType, authType, baseUrl, capabilities, isActive } = system
  const { maxConcurrent, ratePerMinute, breakAfter } = system
  const auth = masked(readableAuth(system))
  const shownConfig = Object.entries(masked(system.config))
  const secret = shownConfig.filter(([, part]) => withoutCredentials(part).credentials.length > 0)
  const config = Object.fromEntries(shownConfig.filter((part) => !secret.includes(part)))
  const definition: Definition = {
    ...{ name, description, systemType, authType, baseUrl, config, capabilities },
    ...{ maxConcurrent, ratePerMinute, breakAfter },
  }
  return {
    ...{ id, name, isActive, references: [] },
    definition: { ...definition },
    credentials: [
      ...Object.entries(auth)
        .filter(([, part]) => part !== null)
        .map(([part]) => `authConfig.${part}`),
      // Whose key is gone.
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
  /** A host as it is written belongs to its environment; a variable in it is a name, and goes along. */
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
    // Who needs no credentials is complete; who had some would be called without them.
    isActive: source.isActive && source.credentials.length === 0,
    lacking: [...wanted].filter((name) => !there.has(name)),
    deleted: isLost ? [...target.credentials, ...below] : [],
    variables: variablesIn(JSON.stringify([definition.baseUrl, config])),
    ...{ kept, literal },
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

/** What is given replaces what is there part by part; what is not given any more is taken away. */
const changedParts = (before: Record<string, unknown>, after: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...after,
})

/** Parts of `config` that hold secrets, taken away. */
const without = ({ credentials }: PromotedRow) =>
  Object.fromEntries(
    credentials
      .filter((name) => name.startsWith('config.'))
      .map((name) => [name.slice('config.'.length), null])
  )

const addressMoves = (name: string) =>
  text(
    '{name} gets another address or way of authentication. Its credentials in the target, and those that are written into its endpoints, were given for the former one: they are deleted, and it is inactive until they are entered.',
    { name }
  )

/** So many places are named. */
const mostNamed = 20

const secretsGoAlong = (name: string, sent: readonly string[]) =>
  text(
    '{name} gets another address or way of authentication, and this sends secrets there, too: {places}. They stay as they are, and it is inactive until somebody has looked at them and activates it.',
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
