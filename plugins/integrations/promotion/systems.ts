import {
  withoutCredentials,
  variablesIn,
  type Carried,
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
import { addressNames, isLiteral, leadsElsewhere } from './moves.js'

type Definition = Pick<
  ExternalSystem,
  'name' | 'description' | 'systemType' | 'authType' | 'baseUrl' | 'config' | 'capabilities'
>

interface SystemRow extends PromotedRow {
  isBound: boolean
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
    return (await (lock ? query.forUpdate() : query)).map(shown)
  },
  async named(names) {
    const query = ExternalSystem.query().whereIn('name', [...names])
    return (await query.orderBy('created_at').orderBy('id')).map(shown)
  },
  carry,
  async create({ definition, isActive }, { isBound }) {
    const body = await validate(createSystemBody, { ...definition, isActive })
    const { id } = await createSystem(body as Output<typeof createSystemBody>)
    // It gets no files until somebody says which: without this it would get all.
    if (isBound) await setBound(id, true)
    return id
  },
  async update(id, definition) {
    const row = shown(await findSystem(id, { lock: true }))
    const [before, after] = [definitionOf(row), definition as unknown as Definition]
    const config = changedParts(before.config, after.config)
    const isLost = row.credentials.length > 0 && leadsElsewhere(before, after)
    const body = {
      ...{ ...definition, config: isLost ? { ...config, ...without(row) } : config },
      ...(isLost ? { authConfig: null, isActive: false } : {}),
    }
    const checked = await validate(updateSystemBody, body)
    await updateSystem(id, checked as Output<typeof updateSystemBody>)
  },
  async remove(id) {
    const bound = await SystemFolderBinding.query().where('system_id', id).first()
    const { name } = await findSystem(id, { lock: true })
    if (bound) throw boundSince(name)
    await deleteSystem(id)
  },
  users: () => Promise.resolve([]),
}

function shown(system: ExternalSystem): SystemRow {
  const { id, name, description, systemType, authType, baseUrl, capabilities, isActive } = system
  const auth = masked(readableAuth(system))
  const shownConfig = Object.entries(masked(system.config))
  const secret = shownConfig.filter(([, part]) => withoutCredentials(part).credentials.length > 0)
  const config = Object.fromEntries(shownConfig.filter((part) => !secret.includes(part)))
  const definition: Definition = {
    ...{ name, description, systemType, authType, baseUrl, config, capabilities },
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
  const isLost = to !== undefined && leadsElsewhere(to, definition)
  const there = new Set(isLost ? [] : target?.credentials)
  const wanted = new Set([...source.credentials, ...(isLost ? (target?.credentials ?? []) : [])])
  return {
    definition: { ...definition },
    // Who needs no credentials is complete; who had some would be called without them.
    isActive: source.isActive && source.credentials.length === 0,
    lacking: [...wanted].filter((name) => !there.has(name)),
    variables: variablesIn(JSON.stringify([definition.baseUrl, config])),
    ...{ kept, literal },
    notes: [
      ...(isLost && target!.credentials.length > 0 ? [addressMoves(from.name)] : []),
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
    '{name} gets another address or way of authentication. Its credentials in the target were given for the former one: they are deleted, and it is inactive until they are entered.',
    { name }
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
