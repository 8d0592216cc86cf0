import { clock } from '@crossdock/kernel/database'
import { jwtVerify, type JWTPayload } from 'jose'
import type { OauthConfig } from '../models/oauth_config.js'
import { clientOf } from './client.js'
import { fromProvider, SsoFailure } from './failures.js'
import { algorithms, judgeSigned } from './keys.js'
import { isForUs, isIdentifier, toleranceS } from './prove_identity.js'

/** Whom a provider says it has signed out: a session of theirs, or everywhere. */
export interface SignedOut {
  subject: string | null
  sid: string | null
  /** Good for one use. */
  jti: string
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Providers tell at once; what is older was kept by somebody. */
export const oldestS = 10 * 60
/** Others are for other ends, with claims that might fit. */
const types = new Set([undefined, 'JWT', 'logout+jwt', 'application/logout+jwt'])

/**
 * Checks a logout token as OpenID Connect Back-Channel Logout 1.0 wants it, 2.6; whether it was used before, the
 * caller looks. @throws SsoFailure
 */
export async function readLogoutToken(config: OauthConfig, token: string): Promise<SignedOut> {
  return fromProvider(async () => {
    const { issuer } = (await clientOf(config)).serverMetadata()
    const { payload, protectedHeader } = await judgeSigned(config, (keys) =>
      jwtVerify(token, keys, {
        ...{ issuer, audience: config.clientId, algorithms, clockTolerance: toleranceS },
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
  if (!isForUs({ aud, azp }, clientId)) throw new SsoFailure('audience')
  const age = clock.now() / 1000 - iat!
  if (age < -toleranceS) throw new SsoFailure('ahead')
  if (age > oldestS + toleranceS) throw new SsoFailure('outdated')
  // With a nonce it is an ID token, which was not made to sign anybody out.
  if (nonce !== undefined) throw new SsoFailure('nonce')
  const told = isObject(events) && Object.hasOwn(events, event) ? events[event] : undefined
  if (!isObject(told)) throw new SsoFailure('event')
  if (!isName(jti) || (sub === undefined && sid === undefined)) throw new SsoFailure('invalid')
  return { subject: named(sub), sid: named(sid), jti }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Who is named by something else than we have kept is nobody of ours. */
function named(value: unknown): string | null {
  if (value === undefined) return null
  if (!isIdentifier(value)) throw new SsoFailure('invalid')
  return value
}
