import { createHash } from 'node:crypto'
import { clock, newId, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { secrets, signatures } from '@crossdock/kernel/secrets'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { CallRefused } from '../calls/call_refused.js'
import type { Call } from '../contracts/index.js'
import { grantBroken, grantRenewed } from '../event_types.js'
import { SystemGrant } from '../models/system_grant.js'

/** Tokens as a provider gives them. */
export interface GivenTokens {
  accessToken: string
  /** When left out, the former one stays valid. */
  refreshToken?: string
  /** Seconds. */
  lifetime: number | null
}

type Named = Pick<Call['system'], 'id' | 'name'>

const { table } = SystemGrant
/** A token is renewed this long before it ends; a short one after half of its life. */
const marginMs = 30_000
/** How long one renewal may take. */
const renewalMs = 45_000

export const findGrant = (systemId: string): Promise<SystemGrant | null> =>
  SystemGrant.query().where('system_id', systemId).first()

/** Hash of what a grant is for: a change of an address or of the client ends its use. */
export function placeOfGrant({ baseUrl, auth }: Pick<Call['system'], 'baseUrl' | 'auth'>): string {
  const origin = baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
  const parts = [origin, auth.tokenUrl, auth.authorizationUrl, auth.clientId]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** The settings on which the token of a client depends. */
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

/** As `placeOfGrant` for the token of a client. It takes a key to try secrets against it. */
export const placeOfClient = (system: Call['system']): string =>
  signatures.use().mac(settingsOfClient(system))

/**
 * The row for the token of a client. It is made at first use, and emptied when it is for other settings: a token is never sent
 * elsewhere, and not used after its secret has changed.
 * @throws CallRefused when the system is gone
 */
export async function grantOfClient(system: Call['system']): Promise<SystemGrant> {
  const found = await findGrant(system.id)
  if (found && signatures.use().isMac(settingsOfClient(system), found.place)) return found
  const empty = {
    ...{ place: placeOfClient(system), state: 'connected', reason: null },
    ...{ access_token: null, refresh_token: null, expires_at: null, renewed_until: null },
    ...{ granted_by: null, granted_at: null, generation: (found?.generation ?? 0) + 1 },
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

/** The tokens of a grant that lie under a former key, by column, sealed with the present one. @throws SecretError */
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

/** Stores the tokens of a grant, in the current transaction, and replaces the former ones. */
export async function keepGrant(
  system: Named,
  place: string,
  given: GivenTokens,
  userId: string | null
): Promise<void> {
  const granted = {
    ...{ refresh_token: null, ...columnsOf(system.id, given), place, state: 'connected' },
    ...{ reason: null, granted_by: userId, granted_at: now(), renewed_until: null },
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

/** Whether this call renews the token. Of all processes one call does. */
export async function takeRenewal({ id, generation }: SystemGrant): Promise<boolean> {
  const changed: unknown = await tenantTable(table)
    .where({ id, generation, state: 'connected' })
    .where((free) => void free.whereNull('renewed_until').orWhere('renewed_until', '<=', now()))
    .update({ renewed_until: new Date(clock.now() + renewalMs).toISOString() })
  return Number(changed) > 0
}

/** Stores renewed tokens, in the current transaction, before the first use. @returns false when another process was first */
export async function keepRenewed(
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
  // All processes read the secrets of the environment again: the new token is masked everywhere.
  await recordEvent(grantRenewed, { ...target(system), payload: { name: system.name } })
  return true
}

/** After a renewal that failed for now: the next call may renew. */
export async function leaveRenewal({ id, generation }: SystemGrant): Promise<void> {
  await tenantTable(table).where({ id, generation }).update({ renewed_until: null })
}

/** Marks a grant as broken. It stays, with its reason, until a person connects the system again. */
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

/** After the system refused the token: the next call renews it. */
export async function expireToken({
  id,
  generation,
}: Pick<SystemGrant, 'id' | 'generation'>): Promise<void> {
  await tenantTable(table).where({ id, generation }).update({ expires_at: now() })
}

const target = ({ id }: Named) => ({ target: { type: 'external_system', id } })
