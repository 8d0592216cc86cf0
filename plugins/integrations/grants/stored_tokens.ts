import { createHash } from 'node:crypto'
import { clock, newId, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { secrets, signatures } from '@crossdock/kernel/secrets'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { CallRefused } from '../placeholders/call_refused.js'
import type { Call } from '../contracts/connector.js'
import { grantBroken, grantRenewed } from '../event_types.js'
import { SystemGrant } from '../models/system_grant.js'

/** Tokens from a provider. */
export interface GivenTokens {
  accessToken: string
  /** If omitted, the former refresh token stays valid. */
  refreshToken?: string
  /** Lifetime of the access token in seconds; null if unknown. */
  lifetime: number | null
}

type Named = Pick<Call['system'], 'id' | 'name'>

const { table } = SystemGrant
/** A token is renewed this long before it ends, but not before half of its lifetime. */
const marginMs = 30_000
/** Time limit of one renewal. */
const renewalMs = 45_000

export const findGrant = (systemId: string): Promise<SystemGrant | null> =>
  SystemGrant.query().where('system_id', systemId).first()

/**
 * Returns a hash of the settings for which a grant is valid. A changed address or client makes the grant
 * invalid.
 */
export function placeOfGrant({ baseUrl, auth }: Pick<Call['system'], 'baseUrl' | 'auth'>): string {
  const origin = baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
  const parts = [origin, auth.tokenUrl, auth.authorizationUrl, auth.clientId]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** The settings on which a client token depends. */
const clientParts = [
  'clientId',
  'clientSecret',
  'tokenUrl',
  'scope',
  'audience',
  'resource',
  'clientAuthentication',
  'tokenParameters',
] as const

const settingsOfClient = ({ id, baseUrl, auth }: Call['system']): string =>
  JSON.stringify(['client token', id, baseUrl, ...clientParts.map((name) => auth[name] ?? null)])

/**
 * Like `placeOfGrant`, for a client token. Its hash is keyed, because the settings include a secret that could be
 * guessed.
 */
export const placeOfClient = (system: Call['system']): string =>
  signatures.use().mac(settingsOfClient(system))

/**
 * Returns the row of a client token. Creates the row at first use, and empties it if the settings have changed. So
 * no token is sent to another address, or used after its secret has changed.
 * @throws CallRefused if the system was deleted
 */
export async function grantOfClient(system: Call['system']): Promise<SystemGrant> {
  const found = await findGrant(system.id)
  if (found && signatures.use().isMac(settingsOfClient(system), found.place)) return found
  const empty = {
    place: placeOfClient(system),
    state: 'connected',
    reason: null,
    access_token: null,
    refresh_token: null,
    expires_at: null,
    renewed_until: null,
    granted_by: null,
    granted_at: null,
    generation: (found?.generation ?? 0) + 1,
  }
  await transaction(async () => {
    if (found) {
      const { id, generation } = found
      await tenantTable(table).where({ id, generation }).update(empty)
    } else await insertMissing(table, [{ id: newId(), system_id: system.id, ...empty }])
  })
  const grant = await findGrant(system.id)
  if (!grant) throw new CallRefused(`${system.name} was deleted.`)
  return grant
}

const sealedFor = (systemId: string) => `system_grants:${systemId}`

export const openToken = (systemId: string, sealed: string): string =>
  secrets.use().open(sealed, sealedFor(systemId))

/**
 * Returns tokens that a former key had sealed, sealed again with the present key. The keys are column names.
 * @throws SecretError
 */
export function rotatedTokens({ systemId, accessToken, refreshToken }: SystemGrant) {
  const columns = { access_token: accessToken, refresh_token: refreshToken }
  const former = Object.entries(columns).flatMap(([name, token]) =>
    token !== null && secrets.use().needsRotation(token) ? [[name, token] as const] : []
  )
  return Object.fromEntries(
    former.map(([name, token]) => [
      name,
      secrets.use().seal(openToken(systemId, token), sealedFor(systemId)),
    ])
  )
}

const columnsOf = (systemId: string, { accessToken, refreshToken, lifetime }: GivenTokens) => ({
  access_token: secrets.use().seal(accessToken, sealedFor(systemId)),
  ...(refreshToken === undefined
    ? {}
    : { refresh_token: secrets.use().seal(refreshToken, sealedFor(systemId)) }),
  expires_at:
    lifetime === null
      ? null
      : new Date(clock.now() + Math.max(lifetime * 500, lifetime * 1000 - marginMs)).toISOString(),
})

/** Stores the tokens of a grant instead of the former ones, in the current transaction. */
export async function storeGrant(
  system: Named,
  place: string,
  given: GivenTokens,
  userId: string | null
): Promise<void> {
  const granted = {
    refresh_token: null,
    ...columnsOf(system.id, given),
    place,
    state: 'connected',
    reason: null,
    granted_by: userId,
    granted_at: now(),
    renewed_until: null,
  }
  const before = await findGrant(system.id)
  const generation = (before?.generation ?? 0) + 1
  if (before)
    await tenantTable(table)
      .where('id', before.id)
      .update({ ...granted, generation })
  else {
    const row = { id: newId(), system_id: system.id, ...granted, generation }
    await insertMissing(table, [row])
  }
}

/** Claims the renewal of the token. Only one call in all processes succeeds. */
export async function claimRenewal({ id, generation }: SystemGrant): Promise<boolean> {
  const changed: unknown = await tenantTable(table)
    .where({ id, generation, state: 'connected' })
    .where((free) => void free.whereNull('renewed_until').orWhere('renewed_until', '<=', now()))
    .update({ renewed_until: new Date(clock.now() + renewalMs).toISOString() })
  return Number(changed) > 0
}

/**
 * Stores renewed tokens, in the current transaction, before their first use.
 * @returns false when another process was first
 */
export async function storeRenewed(
  system: Named,
  { id, generation }: SystemGrant,
  given: GivenTokens
): Promise<boolean> {
  const renewed = {
    ...columnsOf(system.id, given),
    renewed_until: null,
    generation: generation + 1,
  }
  const changed: unknown = await tenantTable(table)
    .where({ id, generation, state: 'connected' })
    .update(renewed)
  if (Number(changed) === 0) return false
  // On this event, all processes load the secrets of the environment again, to mask the new token.
  await recordEvent(grantRenewed, { ...target(system), payload: { name: system.name } })
  return true
}

/** Lets the next call renew the token, because this renewal has failed. */
export async function releaseRenewal({ id, generation }: SystemGrant): Promise<void> {
  await tenantTable(table).where({ id, generation }).update({ renewed_until: null })
}

/** Marks a grant as broken. Its row with the reason is kept until a person connects the system again. */
export async function breakGrant(
  system: Named,
  { id, generation }: SystemGrant,
  reason: string
): Promise<void> {
  const changed: unknown = await tenantTable(table)
    .where({ id, generation, state: 'connected' })
    .update({ state: 'broken', reason, renewed_until: null })
  if (Number(changed) === 0) return
  await recordEvent(grantBroken, { ...target(system), payload: { name: system.name, reason } })
}

/** Lets the next call renew the token, because the system rejected it. */
export async function expireToken({
  id,
  generation,
}: Pick<SystemGrant, 'id' | 'generation'>): Promise<void> {
  await tenantTable(table).where({ id, generation }).update({ expires_at: now() })
}

const target = ({ id }: Named) => ({ target: { type: 'external_system', id } })
