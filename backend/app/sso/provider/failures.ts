import { isDatabaseError } from '@crossdock/kernel/database'
import { EgressError } from '@crossdock/kernel/egress'
import { Problem } from '@crossdock/kernel/ground'
import { SecretError } from '@crossdock/kernel/secrets'
import {
  AuthorizationResponseError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'

/**
 * Why a sign-in or a logout failed. The sign-in page has a sentence for each code (`login/sso` of the console).
 * `event` and `replayed` are only for logout tokens.
 */
export const failureCodes = [
  'unknown',
  'elsewhere',
  'address',
  'too_many',
  'expired',
  'browser',
  'denied',
  'refused',
  'unreachable',
  'not_allowed',
  'slow',
  'too_large',
  'invalid',
  'client',
  'code',
  'state',
  'issuer',
  'audience',
  'nonce',
  'signature',
  'algorithm',
  'outdated',
  'ahead',
  'keys',
  'event',
  'replayed',
  'no_email',
  'unverified',
  'domain',
  'other_account',
  'outside',
  'deactivated',
] as const

export type FailureCode = (typeof failureCodes)[number]

/** A failed sign-in with a provider. */
export class SsoFailure extends Error {
  override name = 'SsoFailure'

  constructor(
    readonly code: FailureCode,
    options?: ErrorOptions
  ) {
    super(`Single sign-on failed: ${code}`, options)
  }
}

/** Runs work that depends on answers of a provider. @throws SsoFailure for every error of the provider */
export async function withSsoFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOurs = error instanceof Problem || isDatabaseError(error)
    if (isOurs || error instanceof SsoFailure) throw error
    throw new SsoFailure(failureOf(error), { cause: error })
  }
}

const cancelled = new Set(['access_denied', 'login_required', 'consent_required'])
const clientRefused = new Set(['invalid_client', 'unauthorized_client'])
const byClaim: Record<string, FailureCode> = {
  iss: 'issuer',
  issuer: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  exp: 'outdated',
  nbf: 'ahead',
  iat: 'ahead',
}
/** Only the messages of the library distinguish these errors. */
const byWords: [words: RegExp, code: FailureCode][] = [
  [/signature verification failed/, 'signature'],
  [/"alg"/, 'algorithm'],
  [/"nonce"/, 'nonce'],
  [/"iss"/, 'issuer'],
  [/"aud"/, 'audience'],
  [/"state"/, 'state'],
]

/** The code for an error of openid-client or of the network. */
export function failureOf(error: unknown): FailureCode {
  if (error instanceof SsoFailure) return error.code
  const chain = causesOf(error)
  const onTheWay = chain.find((one) => one instanceof EgressError)
  if (onTheWay) return networkFailureOf(onTheWay)
  if (error instanceof AuthorizationResponseError) {
    return cancelled.has(error.error) ? 'denied' : 'refused'
  }
  if (error instanceof ResponseBodyError) {
    if (clientRefused.has(error.error)) return 'client'
    return error.error === 'invalid_grant' ? 'code' : 'refused'
  }
  // A secret that the current APP_KEY cannot open counts as a wrong one.
  if (error instanceof WWWAuthenticateChallengeError || error instanceof SecretError) {
    return 'client'
  }
  const { code } = error as { code?: unknown }
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'ERR_JWKS_TIMEOUT')
    return 'slow'
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || code === 'ERR_JWKS_NO_MATCHING_KEY') return 'keys'
  if (code === 'OAUTH_UNSUPPORTED_OPERATION') return 'algorithm'
  const claim = chain.flatMap((one) => claimIn(one))[0]
  if (claim && Object.hasOwn(byClaim, claim)) return byClaim[claim]!
  const words = chain.map(({ message }) => String(message)).join('\n')
  return byWords.find(([pattern]) => pattern.test(words))?.[1] ?? 'invalid'
}

function networkFailureOf({ code }: EgressError): FailureCode {
  if (code === 'E_EGRESS_TIMEOUT') return 'slow'
  if (code === 'E_EGRESS_TOO_LARGE') return 'too_large'
  if (code === 'E_EGRESS_UNREADABLE') return 'invalid'
  return code === 'E_EGRESS_REFUSED' ? 'not_allowed' : 'unreachable'
}

interface Cause {
  message?: unknown
  cause?: unknown
  claim?: unknown
  attribute?: unknown
}

/** An error with all its causes. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = []
  for (let one = error; typeof one === 'object' && one !== null; one = (one as Cause).cause) {
    if (chain.push(one) > 8) break
  }
  return chain
}

/** The claim an error is about, as the library attaches it. */
const claimIn = ({ claim, attribute }: Cause): string[] =>
  [claim, attribute].filter((name) => typeof name === 'string')
