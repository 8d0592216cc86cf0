import { clock, transaction } from '@crossdock/kernel/database'
import { perApplication } from '@crossdock/kernel/plugin'
import { CallRefused } from '../calls/call_refused.js'
import { askForTokens, clientGrant, TokenRefused } from '../connectors/rest/oauth_tokens.js'
import type { Call } from '../contracts/index.js'
import type { SystemGrant } from '../models/system_grant.js'
import {
  breakGrant,
  expireToken,
  findGrant,
  grantOfClient,
  keepRenewed,
  leaveRenewal,
  openToken,
  placeOfClient,
  placeOfGrant,
  takeRenewal,
  type GivenTokens,
} from './stored_tokens.js'

type System = Call['system']

export interface GrantedToken {
  accessToken: string
  /** The token was stored already, so a 401 may only mean that it ended early. */
  cached: boolean
  /** Called when the system does not accept it. */
  forget(): Promise<void>
}

/** How long a call waits for another one that renews the token, and how often it looks. */
const waitMs = 60_000
const lookMs = 200
/** Seconds. RFC 6749 leaves `expires_in` optional; without it the token of a client is used for a short while only. */
const usualLifetime = 300

/** Tokens this process waits for. By place, too: a call to another address must not get this one's token. */
const pending = perApplication(() => new Map<string, Promise<GrantedToken>>())

const isOfPerson = ({ authType }: System) => authType === 'oauth2_code'

/**
 * The access token of a system: what a person has granted, or what the provider gives the client itself. When it has ended, one
 * call of all processes asks for the next one, because a rotating refresh token works once. The other calls wait, and read the
 * stored token. For a system that is not saved the token of its client is not stored.
 * @throws CallRefused when a person must connect the system again
 * @throws TokenRefused, EgressError when no token is given for now
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
      ? usable(system, await findGrant(system.id))
      : await grantOfClient(system)
    if (grant.accessToken !== null && !hasEnded(grant)) {
      return tokenOf(openToken(system.id, grant.accessToken), true, grant)
    }
    if (await takeRenewal(grant)) {
      const given = await renewed(system, grant)
      // However short its life is: it is used once.
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

/** @throws CallRefused */
function usable(system: System, grant: SystemGrant | null): SystemGrant {
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

/** The next tokens, stored; undefined when the grant is broken, or was replaced meanwhile. */
async function renewed(system: System, grant: SystemGrant): Promise<GivenTokens | undefined> {
  try {
    if (isOfPerson(system)) return await refreshed(system, grant)
    const given = await askForTokens(system, clientGrant(system))
    const bounded = { ...given, lifetime: given.lifetime ?? usualLifetime }
    await transaction(() => keepRenewed(system, grant, bounded))
    // Good for this call also when the settings of the system have changed meanwhile.
    return bounded
  } catch (error) {
    await transaction(() => leaveRenewal(grant))
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
    return (await transaction(() => keepRenewed(system, grant, given))) ? given : undefined
  } catch (error) {
    if (!(error instanceof TokenRefused) || !error.isFinal) throw error
    // By the stored generation: a token that another process renewed meanwhile stays.
    await transaction(() => breakGrant(system, grant, error.message))
    return undefined
  }
}

function pause(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(lookMs, resolve)
  return promise
}
