import { clock, transaction } from '@crossdock/kernel/database'
import { perApplication } from '@crossdock/kernel/plugin'
import { CallRefused } from '../placeholders/call_refused.js'
import { askForTokens, clientGrant, TokenRefused } from './oauth_tokens.js'
import type { Call } from '../contracts/index.js'
import type { SystemGrant } from '../models/system_grant.js'
import {
  breakGrant,
  expireToken,
  findGrant,
  grantOfClient,
  storeRenewed,
  releaseRenewal,
  openToken,
  placeOfClient,
  placeOfGrant,
  claimRenewal,
  type GivenTokens,
} from './stored_tokens.js'

type System = Call['system']

export interface GrantedToken {
  accessToken: string
  /** Whether the token was already stored. Then a 401 may only mean that the token ended early. */
  cached: boolean
  /** Called when the system rejects the token. */
  forget(): Promise<void>
}

/** How long a call waits while another call renews the token, and how often it checks. */
const waitMs = 60_000
const lookMs = 200
/** In seconds, for a client's token without `expires_in`, which RFC 6749 makes optional. */
const usualLifetime = 300

/**
 * Token requests in progress in this process. The key contains the settings of the grant, because a call to
 * another address must not get this token.
 */
const pending = perApplication(() => new Map<string, Promise<GrantedToken>>())

const isOfPerson = ({ authType }: System) => authType === 'oauth2_code'

/**
 * Returns the access token of a system, which a person granted or which the client got. If it has expired, one
 * call renews it for all processes: a rotating refresh token works only once. The other calls wait for the stored
 * token. The client token of an unsaved system is not stored.
 * @throws CallRefused if a person must connect the system again
 * @throws TokenRefused, EgressError if no token is available at present
 */
export async function grantedToken(system: System): Promise<GrantedToken> {
  if (!isOfPerson(system) && !system.isSaved) {
    const { accessToken } = await askForTokens(system, clientGrant(system))
    return { accessToken, cached: false, forget: async () => {} }
  }
  const all = pending()
  const key = `${system.id} ${isOfPerson(system) ? placeOfGrant(system) : placeOfClient(system)}`
  const known = all.get(key)
  if (known) return known
  const asked = validToken(system).finally(() => all.delete(key))
  all.set(key, asked)
  return asked
}

async function validToken(system: System): Promise<GrantedToken> {
  for (const until = clock.ticks() + waitMs; ;) {
    const grant = isOfPerson(system)
      ? assertUsable(system, await findGrant(system.id))
      : await grantOfClient(system)
    if (grant.accessToken !== null && !hasEnded(grant)) {
      return tokenOf(openToken(system.id, grant.accessToken), true, grant)
    }
    if (await claimRenewal(grant)) {
      const given = await renewToken(system, grant)
      // Use the token for this call, even if its lifetime is very short.
      const next = { id: grant.id, generation: grant.generation + 1 }
      if (given) return tokenOf(given.accessToken, false, next)
    } else if (clock.ticks() >= until) {
      throw new TokenRefused(
        `The renewal of the access token of ${system.name} takes too long. Try again later.`,
        503,
        true
      )
    } else await pause()
  }
}

const tokenOf = (
  accessToken: string,
  cached: boolean,
  grant: Pick<SystemGrant, 'id' | 'generation'>
): GrantedToken => ({
  accessToken,
  cached,
  forget: () => transaction(() => expireToken(grant)),
})

/**
 * Checks that a grant is usable.
 * @throws CallRefused
 */
function assertUsable(system: System, grant: SystemGrant | null): SystemGrant {
  const { name } = system
  if (!grant?.accessToken) {
    throw new CallRefused(
      `${name} is not connected. Choose Edit on the system under Integrations, then Connect.`
    )
  }
  if (grant.place !== placeOfGrant(system)) {
    throw new CallRefused(
      `${name} was connected for another address or client. Choose Edit on the system under Integrations, then Connect again.`
    )
  }
  if (grant.state === 'broken') {
    throw new CallRefused(
      `${name} must be connected again. Choose Edit on the system under Integrations, then Connect again. The reason: ${grant.reason ?? 'its access has ended.'}`
    )
  }
  return grant
}

const hasEnded = ({ expiresAt }: SystemGrant) =>
  expiresAt !== null && Date.parse(expiresAt) <= clock.now()

/**
 * Returns the renewed and stored tokens; undefined if the grant is broken, or if another call renewed or replaced
 * it.
 */
async function renewToken(system: System, grant: SystemGrant): Promise<GivenTokens | undefined> {
  try {
    if (isOfPerson(system)) return await refreshed(system, grant)
    const given = await askForTokens(system, clientGrant(system))
    const bounded = { ...given, lifetime: given.lifetime ?? usualLifetime }
    await transaction(() => storeRenewed(system, grant, bounded))
    // The token is valid for this call even if the settings of the system have changed since.
    return bounded
  } catch (error) {
    await transaction(() => releaseRenewal(grant))
    throw error
  }
}

async function refreshed(system: System, grant: SystemGrant): Promise<GivenTokens | undefined> {
  if (grant.refreshToken === null) {
    const reason = 'The access token has ended, and the provider gave no refresh token.'
    await transaction(() => breakGrant(system, grant, reason))
    return undefined
  }
  try {
    const given = await askForTokens(system, {
      grant_type: 'refresh_token',
      refresh_token: openToken(system.id, grant.refreshToken),
    })
    return (await transaction(() => storeRenewed(system, grant, given))) ? given : undefined
  } catch (error) {
    if (!(error instanceof TokenRefused) || !error.isFinal) throw error
    // breakGrant() compares the generation, so a grant that another process just renewed stays connected.
    await transaction(() => breakGrant(system, grant, error.message))
    return undefined
  }
}

function pause(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(lookMs, resolve)
  return promise
}
