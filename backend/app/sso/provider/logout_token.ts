import { clock } from '@crossdock/kernel/database'
import { jwtVerify, type JWTPayload } from 'jose'
import type { OauthConfig } from '../models/oauth_config.js'
import { findClient } from './client.js'
import { withSsoFailures, SsoFailure } from './failures.js'
import { algorithms, verifySigned } from './keys.js'
import { isForThisClient, isIdentifier, toleranceS } from './prove_identity.js'

/** The subject or session that a provider reports as signed out. */
export interface SignedOut {
  subject: string | null
  sid: string | null
  /** Unique id; valid for one use. */
  jti: string
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Providers send tokens immediately, so an older one is a replay. */
export const oldestS = 10 * 60
/** Other types have other purposes, and their claims might match by chance. */
const types = new Set([undefined, 'JWT', 'logout+jwt', 'application/logout+jwt'])

/**
 * Checks a logout token by OpenID Connect Back-Channel Logout 1.0, 2.6. The caller checks whether it was used before.
 * @throws SsoFailure
 */
export async function readLogoutToken(config: OauthConfig, token: string): Promise<SignedOut> {
  return withSsoFailures(async () => {
    const { issuer } = (await findClient(config)).serverMetadata()
    const { payload, protectedHeader } = await verifySigned(config, (keys) =>
      jwtVerify(token, keys, {
        issuer,
        audience: config.clientId,
        algorithms,
        clockTolerance: toleranceS,
        requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti'],
      })
    )
    if (!types.has(protectedHeader.typ)) throw new SsoFailure('invalid')
    return signedOutIn(payload, config.clientId)
  })
}

function signedOutIn(
  { aud, azp, iat, events, nonce, sub, sid, jti }: JWTPayload,
  clientId: string
) {
  if (!isForThisClient({ aud, azp }, clientId)) throw new SsoFailure('audience')
  const age = clock.now() / 1000 - iat!
  if (age < -toleranceS) throw new SsoFailure('ahead')
  if (age > oldestS + toleranceS) throw new SsoFailure('outdated')
  // A token with a nonce is an ID token, which is not for signing out.
  if (nonce !== undefined) throw new SsoFailure('nonce')
  const value = isObject(events) && Object.hasOwn(events, event) ? events[event] : undefined
  if (!isObject(value)) throw new SsoFailure('event')
  if (!isName(jti) || (sub === undefined && sid === undefined)) throw new SsoFailure('invalid')
  return { subject: identifierOrNull(sub), sid: identifierOrNull(sid), jti }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Values we could not have stored match no session. */
function identifierOrNull(value: unknown): string | null {
  if (value === undefined) return null
  if (!isIdentifier(value)) throw new SsoFailure('invalid')
  return value
}
