import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/http'
import { isMask, keepMasked } from '@crossdock/kernel/secrets'
import type { AuthType, Capability, Credentials } from '../contracts/index.js'
import { fitCredentials, readableCredentials, sealCredentials } from '../models/credentials.js'
import { ExternalSystem } from '../models/external_system.js'
import { findSystem } from '../queries/systems.js'
import { systemCreated, systemDeleted, systemUpdated } from '../event_types.js'

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
    await tell(systemCreated, system)
    return system
  })
}

/** Changes the given fields; secrets left out or sent as the mask stay as they are. */
export async function updateSystem(id: string, input: Partial<NewSystem>): Promise<ExternalSystem> {
  const { authConfig, ...columns } = input
  return transaction(async () => {
    const system = await findSystem(id)
    const moved = movesCredentials(system, input)
    system.merge(columns)
    if (authConfig !== undefined || input.authType !== undefined) {
      system.sealedAuth = sealCredentials(id, changedCredentials(system, authConfig, moved))
    }
    await system.save()
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

const originOf = (address: unknown): string | null =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : null

/** Whether a secret sent as the mask stands anywhere in what was given. */
function holdsMask(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isMask(value)
  return Object.values(value).some(holdsMask)
}

/**
 * Whether a change sends credentials to another host than they were given for. Then all of them must
 * be entered again: else whoever may change a system could read what the API never shows.
 * @throws Problem 422 when some were to be kept
 */
function movesCredentials(system: ExternalSystem, input: Partial<NewSystem>): boolean {
  const stored: Record<string, unknown> = { ...readableCredentials(system.id, system.sealedAuth) }
  const given = input.authConfig
  if (Object.keys(stored).length === 0 || given === null) return false
  const movedBase =
    input.baseUrl !== undefined && originOf(input.baseUrl) !== originOf(system.baseUrl)
  const movedToken =
    given?.tokenUrl !== undefined && originOf(given.tokenUrl) !== originOf(stored.tokenUrl)
  if (!movedBase && !movedToken) return false
  if (given && !holdsMask(given)) return true
  throw invalid(
    'authConfig',
    text(
      'The address has changed. Enter the credentials again: the stored ones were given for another host.'
    )
  )
}

/** `null` removes all credentials, a move all that are not given anew. */
function changedCredentials(
  system: ExternalSystem,
  given: GivenCredentials,
  moved: boolean
): Credentials {
  const forgotten = given === null || moved
  const stored = forgotten ? {} : readableCredentials(system.id, system.sealedAuth)
  const changed = keepMasked({ ...stored }, given ?? {}) as Credentials
  return fitCredentials(system.authType, changed)
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
