import { clock } from '@crossdock/kernel/database'
import { parseObject } from '@crossdock/kernel/json'
import { compactVerify, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { OauthConfig } from '../models/oauth_config.js'
import type { Waiting } from '../waiting.js'
import { addressClaims, addressIn, claimIn, type Claims } from './claims.js'
import { clientOf, forget } from './client.js'
import { algorithms, judgeSigned } from './keys.js'
import { fromProvider, SsoFailure } from './failures.js'

/** What a provider has signed about a person, before its address is checked. */
export interface Said extends Claims {
  subject: string
  idToken: string
  /** The ID token and the userinfo answer; the first has precedence. */
  sources: readonly [token: object, more: object]
  /** The session of theirs at the provider, where it names one. */
  sid: string | null
  /** When they last showed the provider who they are, where it says so: a session there may be old. */
  provedAt: Date | null
}

/** What a provider has proved: the subject and the address of a person. */
export interface Proof extends Said {
  email: string
}

/** Clocks differ; the library allows the same for what has ended. */
export const toleranceS = 30
const longestSubject = 255

/**
 * Exchanges the code of a provider's answer and checks all it says: state, nonce, issuer, audience, signature and
 * times. @throws SsoFailure
 */
export async function readAnswer(
  config: OauthConfig,
  answer: URL,
  { nonce, verifier }: Pick<Waiting, 'nonce' | 'verifier'>
): Promise<Said> {
  const read = async (): Promise<Said> => {
    const client = await clientOf(config)
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
    await judgeSigned(config, (keys) => compactVerify(idToken, keys, { algorithms }))
    const { sub: subject } = token
    if (!isIdentifier(subject)) throw new SsoFailure('invalid')
    if (!isForUs(token, config.clientId)) throw new SsoFailure('audience')
    // The library looks at what has ended only, not at what has not begun.
    if (token.iat > clock.now() / 1000 + toleranceS) throw new SsoFailure('ahead')
    const more = await furtherClaims(client, tokens.access_token, token, config)
    const claims: Claims = { claim: (name) => claimIn(token, name) ?? claimIn(more, name) }
    const sources = [token, more] as const
    return { ...claims, subject, sources, idToken, sid: sidIn(token), provedAt: provedIn(token) }
  }
  return fromProvider(read).catch((error: unknown) => {
    // With what it says of itself now the next one may come in: the code of this one is spent.
    if (error instanceof SsoFailure && error.code === 'invalid') forget(config)
    throw error
  })
}

/** Adds the address that the provider vouches for. @throws SsoFailure */
export async function proofIn({ settings }: OauthConfig, said: Said): Promise<Proof> {
  return { ...said, email: await addressIn(said.sources, settings) }
}

/** Whether a value can identify a subject or a session. It is stored and compared unchanged. */
export const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= longestSubject &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value)

/** One that is no name is none: then they are known by their subject alone. */
const sidIn = ({ sid }: oidc.IDToken): string | null => (isIdentifier(sid) ? sid : null)

const provedIn = ({ auth_time: seconds }: oidc.IDToken): Date | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? new Date(Math.min(seconds * 1000, clock.now()))
    : null

/**
 * Whether a token was made for this client: `aud` names it, and `azp` names no other. Where `aud` names several, `azp` must
 * name this client (OpenID Connect Core 1.0, 3.1.3.7): then the others are the provider's own, as ZITADEL names its project.
 */
export function isForUs({ aud, azp }: { aud?: unknown; azp?: unknown }, clientId: string): boolean {
  const named = [aud].flat()
  if (!named.includes(clientId) || (azp ?? clientId) !== clientId) return false
  return azp === clientId || named.every((one) => one === clientId)
}

/** What the provider tells only when asked, where something is wanted that the token does not say. */
async function furtherClaims(
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
        await judgeSigned(config, (keys) =>
          jwtVerify(text.trim(), keys, {
            ...{ issuer, audience: config.clientId, algorithms, clockTolerance: toleranceS },
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
