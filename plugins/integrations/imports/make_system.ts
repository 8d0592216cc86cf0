import { conflict, invalid, text, type Problem } from '@crossdock/kernel/ground'
import { ledger } from '@crossdock/kernel/ledger'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { createEndpoints, type MadeEndpoint } from '../actions/endpoints.js'
import { createSystem } from '../actions/systems.js'
import type { Capability } from '../contracts/index.js'
import type { ExternalSystem, SystemOrigin } from '../models/external_system.js'
import type { PlannedSystem } from '../definitions/plan.js'

/** Properties of the new system that the caller gives. */
export interface OwnSystem {
  name?: string | undefined
  baseUrl?: string | null | undefined
  authType?: string | undefined
  authConfig?: Record<string, unknown> | null | undefined
}

interface Made extends PlannedSystem {
  systemType?: string
  capabilities?: Capability[]
}

/** Returns how many more endpoints the environment may have; null if there is no limit. */
export async function roomForEndpoints(): Promise<number | null> {
  const { environmentId } = currentContext()
  if (environmentId === null) return null
  const place = { tenantId: currentTenantId(), environmentId }
  const found = await ledger.use().used('maxApiEndpoints', place)
  return found ? Math.max(0, found.limit - found.used) : null
}

/**
 * Checks that the environment may have this many more endpoints.
 * @throws Problem 409 that says how many fit
 */
export function assertRoom(wanted: number, room: number | null): void {
  if (room === null || wanted <= room) return
  throw conflict(
    'E_QUOTA_ENDPOINTS',
    text(
      '{wanted} endpoints are chosen and {room} fit this environment (maxApiEndpoints). Nothing was created. Choose fewer, or have the limit raised.',
      { wanted, room }
    )
  )
}

/**
 * Creates a system with endpoints, in a transaction. Credentials may be entered later.
 * @throws Problem 409, 422
 */
export async function createSystemFromPlan(
  planned: Made,
  own: OwnSystem,
  endpoints: readonly MadeEndpoint[],
  origin: SystemOrigin
): Promise<ExternalSystem> {
  const { systemType = 'api', capabilities = ['send', 'receive'] } = planned
  const authType = own.authType ?? planned.authType
  const usual = authType === planned.authType ? planned.authConfig : {}
  const baseUrl = own.baseUrl === undefined ? planned.baseUrl : own.baseUrl
  if (baseUrl === null) throw baseUrlMissing()
  const system = await createSystem({
    name: own.name ?? planned.name,
    description: planned.description,
    systemType,
    baseUrl,
    authType,
    capabilities,
    authConfig: { ...usual, ...own.authConfig },
  })
  await system.merge({ origin }).save()
  await createEndpoints(system, endpoints)
  return system
}

const baseUrlMissing = (): Problem =>
  invalid('baseUrl', text('Enter the base URL: the address all paths are relative to.'), 'required')

/**
 * Returns the operations with the given keys; without keys, all operations.
 * @throws Problem 422 for an unknown key
 */
export function selectOperations<T extends { key: string }>(
  all: readonly T[],
  keys: readonly string[] | undefined
): T[] {
  if (keys === undefined) return [...all]
  const chosen = new Set(keys)
  const found = all.filter(({ key }) => chosen.has(key))
  for (const { key } of found) chosen.delete(key)
  const [unknown] = chosen
  if (unknown !== undefined) throw unknownKey(unknown)
  return found
}

export const unknownKey = (key: string): Problem =>
  invalid('keys', text('There is no operation "{key}" that can be imported.', { key }))
