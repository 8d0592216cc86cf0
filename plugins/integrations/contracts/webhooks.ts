import type { Output, Text, Validator } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** `accept`: answers as soon as the request is stored. `wait`: answers with the output of the run. */
export const webhookModes = ['accept', 'wait'] as const
export type WebhookMode = (typeof webhookModes)[number]

/** What became of a request. */
export const webhookOutcomes = [
  'accepted',
  'duplicate',
  'paused',
  'inactive_environment',
  'no_workflow',
  'refused_method',
  'refused_signature',
  'refused_body',
  'refused_schema',
  'refused_files',
  'too_large',
  'incomplete',
  'limit',
] as const
export type WebhookOutcome = (typeof webhookOutcomes)[number]

/** A request as far as its verification looks at it. */
export interface SignedRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** The bytes as they came, whatever they hold. */
  body: Buffer
}

/** A request that its sender has proven to have sent. */
export interface Verified {
  /** By what the same message is known again, and for how long; null where nothing tells messages apart. */
  message: { key: string; seconds: number } | null
}

/** What to add to a request so that it verifies. */
export interface Proof {
  headers?: Record<string, string>
  query?: Record<string, string>
}

/**
 * A way by which senders of webhooks prove who they are. Its secret, if it has one, is the part `secret` of its
 * configuration: Crossdock makes it, rotates it and keeps the one before.
 */
export interface WebhookVerification<Config extends Validator = Validator> extends Kind<Config> {
  /** A new secret; absent for what needs none. */
  newSecret?(): string
  /** What is wrong with a secret that somebody gives, besides being shorter than 8 characters. */
  refusedSecret?(secret: string): Text | undefined
  /**
   * Whether a request can verify at all, as far as its headers and its query tell. Of one that cannot the body is not read.
   * Absent: everything is told by `verify`.
   */
  mayVerify?(
    request: Omit<SignedRequest, 'body'>,
    config: Output<Config>,
    secrets: readonly string[]
  ): boolean
  /**
   * @param secrets all that are good at present: compare in constant time
   * @param now milliseconds since 1970
   * @returns null for a request that does not verify, for whatever reason
   */
  verify(
    request: SignedRequest,
    config: Output<Config>,
    secrets: readonly string[],
    now: number
  ): Verified | null
  /** Signs a request as a sender would, for tests of an address. */
  sign(request: SignedRequest, config: Output<Config>, secret: string, now: number): Proof
  /** Names of headers and query parameters that hold the secret itself: they are masked in the log. */
  secretsIn?(config: Output<Config>): readonly string[]
}

/** Verifications by the word an address keeps. */
export const webhookVerifications = extensionPoint<WebhookVerification>(
  'integrations.webhookVerifications',
  {
    what: 'webhook addresses with its verifications',
    table: 'webhook_addresses',
    column: 'verification',
  }
)
