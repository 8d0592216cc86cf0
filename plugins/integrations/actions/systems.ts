import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid } from '@crossdock/kernel/http'
import { isMask, keepMasked } from '@crossdock/kernel/secrets'
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
    assertStillMeant(system, input)
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

const originOf = (address: unknown): string | null =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : null

/**
 * Stored credentials were given for one host. Sent elsewhere, whoever may change a system could read
 * what the API never shows; so with a new host they must be entered again.
 * @throws Problem 422
 */
function assertStillMeant(system: ExternalSystem, input: Partial<NewSystem>): void {
  const stored: Record<string, unknown> = {
    ...readableCredentials(system.id, system.sealedAuth),
  }
  const given = input.authConfig
  if (Object.keys(stored).length === 0 || given === null) return
  const movedBase =
    input.baseUrl !== undefined && originOf(input.baseUrl) !== originOf(system.baseUrl)
  const movedToken =
    given?.tokenUrl !== undefined && originOf(given.tokenUrl) !== originOf(stored.tokenUrl)
  if (!movedBase && !movedToken) return
  const kept = Object.keys(stored).filter((name) => !(name in (given ?? {})))
  const masked = Object.values(given ?? {}).some(isMask)
  if (kept.length === 0 && !masked) return
  throw invalid(
    'authConfig',
    'The address has changed. Enter the credentials again: the stored ones were given for another host.'
  )
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
