import { clock } from '@crossdock/kernel/database'
import * as oidc from 'openid-client'
import type { OauthConfig } from '../models/oauth_config.js'
import type { Waiting } from '../waiting.js'
import { addressClaims, addressIn, claimIn, type Claims } from './claims.js'
import { clientOf, forget } from './client.js'
import { fromProvider, SsoFailure } from './failures.js'

/** What a provider has proved: who somebody is to it, and by which address. */
export interface Proof extends Claims {
  subject: string
  email: string
  idToken: string
  /** The session of theirs at the provider, where it names one. */
  sid: string | null
  /** When they last showed the provider who they are, where it says so: a session there may be old. */
  provedAt: Date | null
}

/** Clocks differ; the library allows the same for what has ended. */
export const toleranceS = 30
const longestSubject = 255

/**
 * Exchanges the code of a provider's answer and checks all it says: state, nonce, issuer, audience, signature and
 * times, then the address. @throws SsoFailure
 */
export async function proveIdentity(
  config: OauthConfig,
  answer: URL,
  { nonce, verifier }: Pick<Waiting, 'nonce' | 'verifier'>
): Promise<Proof> {
  const prove = async (): Promise<Proof> => {
    const client = await clientOf(config)
    const tokens = await oidc.authorizationCodeGrant(client, answer, {
      pkceCodeVerifier: verifier,
      expectedState: answer.searchParams.get('state') ?? '',
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    const { id_token: idToken } = tokens
    if (!token || !idToken || token.sub.length > longestSubject) throw new SsoFailure('invalid')
    if (!isForUsAlone(token, config.clientId)) throw new SsoFailure('audience')
    // The library looks at what has ended only, not at what has not begun.
    if (token.iat > clock.now() / 1000 + toleranceS) throw new SsoFailure('ahead')
    const more = await furtherClaims(client, tokens.access_token, token, config)
    const claims: Claims = { claim: (name) => claimIn(token, name) ?? claimIn(more, name) }
    const email = await addressIn([token, more], config.settings)
    const { sub: subject } = token
    return { ...claims, subject, email, idToken, sid: sidIn(token), provedAt: provedIn(token) }
  }
  return fromProvider(prove).catch((error: unknown) => {
    // With what it says of itself now the next one may come in: the code of this one is spent.
    if (error instanceof SsoFailure && changesOfKeys.has(error.code)) forget(config)
    throw error
  })
}

/** One that is no name is none: then they are known by their subject alone. */
const sidIn = ({ sid }: oidc.IDToken): string | null =>
  typeof sid === 'string' && sid !== '' && sid.length <= longestSubject ? sid : null

const provedIn = ({ auth_time: seconds }: oidc.IDToken): Date | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? new Date(Math.min(seconds * 1000, clock.now()))
    : null

/** What it looks like when keys were changed (others, or others of the same names), or when it spoke nonsense of itself. */
const changesOfKeys = new Set(['keys', 'signature', 'invalid'])

/** The library lets others in who are meant, too, if only we are named as the one it was made for. */
export const isForUsAlone = (
  { aud, azp }: Pick<oidc.IDToken, 'aud' | 'azp'>,
  clientId: string
): boolean => [aud, azp ?? clientId].flat().every((one) => one === clientId)

/** What the provider tells only when asked, where something is wanted that the token does not say. */
async function furtherClaims(
  client: oidc.Configuration,
  accessToken: string,
  token: oidc.IDToken,
  { settings }: OauthConfig
): Promise<object> {
  const wanted = [...addressClaims(settings), ...settings.roleMapping.map(({ claim }) => claim)]
  const isComplete = wanted.every((name) => claimIn(token, name) !== undefined)
  if (isComplete || !client.serverMetadata().userinfo_endpoint) return {}
  return oidc.fetchUserInfo(client, accessToken, token.sub)
}
