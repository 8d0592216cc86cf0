import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { keepMasked } from '@crossdock/kernel/secrets'
import type { AuthType, Capability, Credentials } from '../contracts/index.js'
import { fitCredentials, readableCredentials, sealCredentials } from '../models/credentials.js'
import { ExternalSystem } from '../models/external_system.js'
import { findSystem } from '../queries/systems.js'

type GivenCredentials = Record<string, unknown> | null | undefined

export interface NewSystem {
  name: string
  description?: string | null
  systemType: string
  baseUrl?: string | null
  authType: AuthType
  authConfig?: GivenCredentials
  capabilities: Capability[]
  isActive?: boolean
}

export async function createSystem(input: NewSystem): Promise<ExternalSystem> {
  const id = newId()
  const { authConfig, ...columns } = input
  const auth = fitCredentials(input.authType, keepMasked({}, authConfig ?? {}) as Credentials)
  return transaction(async () => {
    const system = await ExternalSystem.create({
      description: null,
      baseUrl: null,
      isActive: true,
      ...columns,
      id,
      sealedAuth: sealCredentials(id, auth),
    })
    await tell('system_created', system)
    return system
  })
}

/** Changes the given fields; secrets left out or sent as the mask stay as they are. */
export async function updateSystem(id: string, input: Partial<NewSystem>): Promise<ExternalSystem> {
  const { authConfig, ...columns } = input
  return transaction(async () => {
    const system = await findSystem(id)
    system.merge(columns)
    if (authConfig !== undefined || input.authType !== undefined) {
      system.sealedAuth = sealCredentials(id, changedCredentials(system, authConfig))
    }
    await system.save()
    await tell('system_updated', system)
    return system
  })
}

/** Removes a system with its endpoints; the log of its calls stays. */
export async function deleteSystem(id: string): Promise<void> {
  await transaction(async () => {
    const system = await findSystem(id)
    await system.delete()
    await tell('system_deleted', system)
  })
}

/** `null` removes all credentials. */
function changedCredentials(system: ExternalSystem, given: GivenCredentials): Credentials {
  const stored = given === null ? {} : readableCredentials(system.id, system.sealedAuth)
  const changed = keepMasked({ ...stored }, given ?? {}) as Credentials
  return fitCredentials(system.authType, changed)
}

async function tell(type: string, { id, name, systemType, isActive }: ExternalSystem) {
  await recordEvent({
    type,
    target: { type: 'external_system', id },
    payload: { name, systemType, isActive },
  })
}
