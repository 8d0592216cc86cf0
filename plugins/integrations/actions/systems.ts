import { isIP } from 'node:net'
import { systemFlows } from '@crossdock/flows/contracts'
import { refusedPlaces } from '@crossdock/environments/contracts'
import { newId, transaction } from '@crossdock/kernel/database'
import { refusalOf } from '@crossdock/kernel/egress'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { sameJson } from '@crossdock/kernel/json'
import { originOf } from '@crossdock/kernel/kinds'
import { ledger } from '@crossdock/kernel/ledger'
import { exampleOf, placeOf } from '../placeholders/base_url.js'
import { changeConfigs, refuse, refuseNew, type ConfigChange } from '../config/change.js'
import {
  kindsOf,
  kindErrors,
  unknownAuthType,
  unknownConnector,
  type KindNames,
  type Kinds,
} from '../config/known.js'
import { contextOf, readableAuth } from '../config/stored.js'
import { ExternalSystem, type StoredConfig } from '../models/external_system.js'
import { findSystem } from '../queries/systems.js'
import type { createSystemBody, updateSystemBody } from '../validators/systems.js'
import { systemCreated, systemDeleted, systemUpdated } from '../event_types.js'

type NewSystem = Output<typeof createSystemBody>
type ChangedSystem = Output<typeof updateSystemBody>

/** Options for imports, templates and promotions. */
interface WriteOptions {
  /** Whether required credentials may be missing. They are entered before the first call. */
  mayLack?: boolean
  /** Called before a new address, kind, configuration or credential is saved. It may throw. */
  beforeAccess?: () => void
}

const noLimits = { maxConcurrent: null, ratePerMinute: null, breakAfter: 5 }

/**
 * Creates a system.
 * @throws Problem 422 for unknown kinds and configurations that do not fit them
 */
export async function createSystem(
  input: NewSystem,
  { mayLack = false }: WriteOptions = {}
): Promise<ExternalSystem> {
  const id = newId()
  const { authConfig: _auth, config: _config, ...columns } = input
  refuse([...kindErrors(input), ...placeholderErrors(input), ...transportError(input)])
  const none = { connector: undefined, authType: undefined }
  const changes = configChangesOf(
    input,
    none,
    input,
    { config: {}, authConfig: {} },
    mayLack,
    input.baseUrl
  )
  const configs = await changeConfigs(changes, false, contextOf(id))
  return transaction(async () => {
    await ledger.use().reserve('maxExternalSystems')
    const system = await ExternalSystem.create({
      ...noLimits,
      ...columns,
      id,
      ...columnsOf(configs),
    })
    await recordSystemEvent(systemCreated, system)
    return system
  })
}

/**
 * Changes the given fields. Omitted or masked secrets are kept. Unchanged fields are not validated, so a system
 * whose connector is missing can be renamed and repaired.
 * @throws Problem 404, 422
 */
export async function updateSystem(
  id: string,
  input: ChangedSystem,
  { mayLack = false, beforeAccess }: WriteOptions = {}
): Promise<ExternalSystem> {
  const { authConfig: _auth, config: _config, ...columns } = input
  return transaction(async () => {
    const system = await findSystem(id, { lock: true })
    const { systemType = system.systemType, authType = system.authType, baseUrl } = input
    const [before, names] = [kindsOf(system), { systemType, authType }]
    if (input.capabilities?.length === 0 && system.capabilities.length > 0) refuse([noCapability])
    const others = systemType !== system.systemType || authType !== system.authType
    if (others) refuse(kindErrors(names))
    const stored = { config: system.config, authConfig: readableAuth(system) }
    const moves =
      (baseUrl !== undefined && placeOf(baseUrl) !== placeOf(system.baseUrl)) ||
      before.connector?.operations !== kindsOf(names).connector?.operations
    refuseNew(placeholderErrors(input), placeholderErrors({ ...stored, baseUrl: system.baseUrl }))
    refuseNew(
      transportError({ systemType, baseUrl: baseUrl ?? system.baseUrl }),
      transportError(system)
    )
    const configs = await changeConfigs(
      configChangesOf(names, before, input, stored, mayLack, system.baseUrl),
      moves,
      contextOf(id)
    )
    const [config, auth] = configs
    const reaches =
      others ||
      (baseUrl !== undefined && baseUrl !== system.baseUrl) ||
      (config !== undefined && !sameJson(config, stored.config)) ||
      (auth !== undefined && !sameJson(auth, stored.authConfig))
    if (reaches) beforeAccess?.()
    await system.merge({ ...columns, ...columnsOf(configs) }).save()
    await recordSystemEvent(systemUpdated, system)
    return system
  })
}

/**
 * Deletes a system with its endpoints; the log of its calls is kept.
 * @throws Problem 404, 409 while its events start flows
 */
export async function deleteSystem(id: string): Promise<void> {
  await transaction(async () => {
    const system = await findSystem(id, { lock: true })
    const [first, ...others] = await systemFlows.use().startedBy(id)
    if (first !== undefined) throw startsFlows(system.name, [first, ...others].join(', '))
    await system.delete()
    await recordSystemEvent(systemDeleted, system)
  })
}

const startsFlows = (name: string, flows: string) =>
  conflict(
    'E_IN_USE',
    text(
      'Events of {name} start flows: {flows}. Delete them or choose another system there. Then {name} can be deleted.',
      { name, flows }
    )
  )

const noCapability: FieldError = {
  field: 'capabilities',
  rule: 'minLength',
  text: text('Choose at least one capability: send, receive or observe.'),
}

/** Returns errors for misspelled variable placeholders. */
const placeholderErrors = ({ baseUrl, config, authConfig }: ChangedSystem) => [
  ...refusedPlaces(baseUrl, 'baseUrl'),
  ...refusedPlaces(config, 'config'),
  ...refusedPlaces(authConfig, 'authConfig'),
]

/**
 * Returns an error for a webhook receiver without TLS, because others could read its requests in transit. Only
 * this machine and private addresses may use http.
 */
function transportError({ systemType, baseUrl }: Pick<ChangedSystem, 'systemType' | 'baseUrl'>) {
  if (systemType !== 'webhook' || !baseUrl || !/^http:/i.test(baseUrl)) return []
  const { hostname } = new URL(exampleOf(baseUrl) ?? baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isNear = /^(.*\.)?localhost$/.test(host) || (isIP(host) > 0 && refusalOf(host, 80, []))
  if (isNear) return []
  const sentence = text('The address of a webhook must start with https://.')
  return [{ field: 'baseUrl', rule: 'https', text: sentence }]
}

function configChangesOf(
  names: KindNames,
  before: Kinds,
  given: Pick<ChangedSystem, 'config' | 'authConfig'>,
  stored: { config: StoredConfig; authConfig: StoredConfig | undefined },
  mayLack: boolean,
  baseUrl: string | null | undefined
): [config: ConfigChange, auth: ConfigChange] {
  const { connector, authType } = kindsOf(names)
  const home = originOf(baseUrl)
  return [
    {
      at: 'config',
      before: before.connector,
      kind: connector,
      unknown: () => unknownConnector(names.systemType),
      stored: stored.config,
      given: given.config,
      mayLack,
      home,
    },
    {
      at: 'authConfig',
      before: before.authType,
      kind: authType,
      unknown: () => unknownAuthType(names.authType),
      stored: stored.authConfig,
      given: given.authConfig,
      mayLack,
      home,
    },
  ]
}

/**
 * Returns the columns of configuration and credentials. Empty credentials are stored as null, as in earlier
 * versions.
 */
function columnsOf([config, auth]: (StoredConfig | undefined)[]) {
  return {
    ...(config ? { config } : {}),
    ...(auth ? { authConfig: Object.keys(auth).length > 0 ? auth : null } : {}),
  }
}

async function recordSystemEvent(
  type: typeof systemCreated,
  { id, name, systemType, isActive }: ExternalSystem
) {
  await recordEvent(type, {
    target: { type: 'external_system', id },
    payload: { name, systemType, isActive },
  })
}
