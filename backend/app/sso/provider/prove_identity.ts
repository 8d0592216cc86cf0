import { clock } from '@crossdock/kernel/database'
import { parseObject } from '@crossdock/kernel/json'
import { compactVerify, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { OauthConfig } from '../models/oauth_config.js'
import type { PendingSignIn } from '../pending_sign_ins.js'
import { addressClaims, addressIn, claimIn, type Claims } from './claims.js'
import { findClient, forgetFacts } from './client.js'
import { algorithms, verifySigned } from './keys.js'
import { withSsoFailures, SsoFailure } from './failures.js'

/** Signed claims about a person, before the address is checked. */
export interface SignedClaims extends Claims {
  subject: string
  idToken: string
  /** The ID token and the userinfo answer; the first has precedence. */
  sources: readonly [token: object, more: object]
  /** Their session id at the provider, if it names one. */
  sid: string | null
  /** When the provider last authenticated the person, if it says so: a session there may be old. */
  provedAt: Date | null
}

/** The proven subject and address of a person. */
export interface Proof extends SignedClaims {
  email: string
}

/** Tolerance for clock differences; the library allows the same for expiry. */
export const toleranceS = 30
const longestSubject = 255

/**
 * Exchanges the code of a provider's answer and verifies state, nonce, issuer, audience, signature and times.
 * @throws SsoFailure
 */
export async function readAnswer(
  config: OauthConfig,
  answer: URL,
  { nonce, verifier }: Pick<PendingSignIn, 'nonce' | 'verifier'>
): Promise<SignedClaims> {
  const read = async (): Promise<SignedClaims> => {
    const client = await findClient(config)
    const tokens = await oidc.authorizationCodeGrant(client, answer, {
      pkceCodeVerifier: verifier,
      expectedState: answer.searchParams.get('state') ?? '',
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    const { id_token: idToken } = tokens
    if (!token || !idToken) throw new SsoFailure('invalid')
    // The library does not check the signature of a token that it fetched from the provider itself.
    await verifySigned(config, (keys) => compactVerify(idToken, keys, { algorithms }))
    const { sub: subject } = token
    if (!isIdentifier(subject)) throw new SsoFailure('invalid')
    if (!isForThisClient(token, config.clientId)) throw new SsoFailure('audience')
    // The library checks only expiry, not a start in the future.
    if (token.iat > clock.now() / 1000 + toleranceS) throw new SsoFailure('ahead')
    const more = await readFurtherClaims(client, tokens.access_token, token, config)
    const claims: Claims = { claim: (name) => claimIn(token, name) ?? claimIn(more, name) }
    const sources = [token, more] as const
    return { ...claims, subject, sources, idToken, sid: sidIn(token), provedAt: authTimeOf(token) }
  }
  return withSsoFailures(read).catch((error: unknown) => {
    // This code is used up. With fresh metadata, the next sign-in may succeed.
    if (error instanceof SsoFailure && error.code === 'invalid') forgetFacts(config)
    throw error
  })
}

/** Adds the address that the provider vouches for. @throws SsoFailure */
export async function proveAddress({ settings }: OauthConfig, said: SignedClaims): Promise<Proof> {
  return { ...said, email: await addressIn(said.sources, settings) }
}

/** Whether a value can identify a subject or a session. It is stored and compared unchanged. */
export const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= longestSubject &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value)

/** An invalid session id counts as missing: the person is then identified by subject only. */
const sidIn = ({ sid }: oidc.IDToken): string | null => (isIdentifier(sid) ? sid : null)

const authTimeOf = ({ auth_time: seconds }: oidc.IDToken): Date | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? new Date(Math.min(seconds * 1000, clock.now()))
    : null

/**
 * Whether a token was made for this client: `aud` names it, and `azp` names no other. With several `aud` values, `azp`
 * must name this client (OpenID Connect Core 1.0, 3.1.3.7). The other values then belong to the provider, as ZITADEL
 * names its project.
 */
export function isForThisClient(
  { aud, azp }: { aud?: unknown; azp?: unknown },
  clientId: string
): boolean {
  const named = [aud].flat()
  if (!named.includes(clientId) || (azp ?? clientId) !== clientId) return false
  return azp === clientId || named.every((one) => one === clientId)
}

/** The userinfo answer, requested only when the token lacks a needed claim. */
async function readFurtherClaims(
  client: oidc.Configuration,
  accessToken: string,
  token: oidc.IDToken,
  config: OauthConfig
): Promise<object> {
  const { settings } = config
  const wanted = [...addressClaims(settings), ...settings.roleMapping.map(({ claim }) => claim)]
  const isComplete = wanted.every((name) => claimIn(token, name) !== undefined)
  const { userinfo_endpoint: address, issuer } = client.serverMetadata()
  if (isComplete || !address) return {}
  const accept = new Headers({ accept: 'application/json, application/jwt' })
  const answer = await oidc.fetchProtectedResource(
    ...([client, accessToken, new URL(address), 'GET', undefined, accept] as const)
  )
  if (answer.status !== 200) throw new SsoFailure('invalid')
  const text = await answer.text()
  const said = isJwt(answer)
    ? (
        await verifySigned(config, (keys) =>
          jwtVerify(text.trim(), keys, {
            issuer,
            audience: config.clientId,
            algorithms,
            clockTolerance: toleranceS,
            requiredClaims: ['iss', 'aud', 'sub'],
          })
        )
      ).payload
    : parseObject(text)
  // The claims must be about the subject of the ID token.
  if (said?.sub !== token.sub) throw new SsoFailure('invalid')
  return said
}

const isJwt = ({ headers }: Response): boolean =>
  /^\s*application\/jwt\s*(;|$)/i.test(headers.get('content-type') ?? '')
