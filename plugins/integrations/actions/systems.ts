import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/http'
import { ledger } from '@crossdock/kernel/ledger'
import { placeOf } from '../calls/base_url.js'
import { changedConfigs, refuse, type Side } from '../config/change.js'
import {
  kindsOf,
  refusedKinds,
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

/** How a system is written that is not somebody's own entry. */
interface Written {
  /** Without credentials that its kinds ask for: it is not active until they are entered. */
  mayLack?: boolean
}

/** @throws Problem 422 for kinds nobody knows and configurations that do not fit them */
export async function createSystem(
  input: NewSystem,
  { mayLack = false }: Written = {}
): Promise<ExternalSystem> {
  const id = newId()
  const { authConfig: _auth, config: _config, ...columns } = input
  refuse(refusedKinds(input))
  const none = { connector: undefined, authType: undefined }
  const sides = sidesOf(input, none, input, { config: {}, authConfig: {} }, mayLack)
  const configs = await changedConfigs(sides, false, contextOf(id))
  return transaction(async () => {
    await ledger.use().reserve('maxExternalSystems')
    const system = await ExternalSystem.create({ ...columns, id, ...columnsOf(configs) })
    await tell(systemCreated, system)
    return system
  })
}

/**
 * Changes the given fields; secrets left out or sent as the mask stay as they are. What is not
 * changed is not checked: a system whose connector is gone can be renamed and put right.
 * @throws Problem 404, 422
 */
export async function updateSystem(
  id: string,
  input: ChangedSystem,
  { mayLack = false }: Written = {}
): Promise<ExternalSystem> {
  const { authConfig: _auth, config: _config, ...columns } = input
  return transaction(async () => {
    const system = await findSystem(id, { lock: true })
    const { systemType = system.systemType, authType = system.authType, baseUrl } = input
    const [before, names] = [kindsOf(system), { systemType, authType }]
    const others = systemType !== system.systemType || authType !== system.authType
    if (others) refuse(refusedKinds(names))
    const stored = { config: system.config, authConfig: readableAuth(system) }
    const moves =
      (baseUrl !== undefined && placeOf(baseUrl) !== placeOf(system.baseUrl)) ||
      before.connector?.operations !== kindsOf(names).connector?.operations
    const configs = await changedConfigs(
      sidesOf(names, before, input, stored, mayLack),
      moves,
      contextOf(id)
    )
    await system.merge({ ...columns, ...columnsOf(configs) }).save()
    await tell(systemUpdated, system)
    return system
  })
}

/** Removes a system with its endpoints; the log of its calls stays. */
export async function deleteSystem(id: string): Promise<void> {
  await transaction(async () => {
    const system = await findSystem(id)
    await system.delete()
    await tell(systemDeleted, system)
  })
}

function sidesOf(
  names: KindNames,
  before: Kinds,
  given: Pick<ChangedSystem, 'config' | 'authConfig'>,
  stored: { config: StoredConfig; authConfig: StoredConfig | undefined },
  mayLack: boolean
): [config: Side, auth: Side] {
  const { connector, authType } = kindsOf(names)
  return [
    {
      at: 'config',
      before: before.connector,
      kind: connector,
      unknown: () => unknownConnector(names.systemType),
      stored: stored.config,
      given: given.config,
      mayLack,
    },
    {
      at: 'authConfig',
      before: before.authType,
      kind: authType,
      unknown: () => unknownAuthType(names.authType),
      stored: stored.authConfig,
      given: given.authConfig,
      mayLack,
    },
  ]
}

/** No credentials are null, as they were before there was anything else to configure. */
function columnsOf([config, auth]: (StoredConfig | undefined)[]) {
  return {
    ...(config ? { config } : {}),
    ...(auth ? { authConfig: Object.keys(auth).length > 0 ? auth : null } : {}),
  }
}

async function tell(
  type: typeof systemCreated,
  { id, name, systemType, isActive }: ExternalSystem
) {
  await recordEvent(type, {
    target: { type: 'external_system', id },
    payload: { name, systemType, isActive },
  })
}
