import type { Output, Validator } from '@crossdock/kernel/shapes'
import type { Text } from '@crossdock/kernel/ground'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** `accept` answers when the request is stored. `wait` answers with the output of the run. */
export const webhookModes = ['accept', 'wait'] as const
export type WebhookMode = (typeof webhookModes)[number]

/** The result of a request. */
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

/** The parts of a request that a verification reads. */
export interface SignedRequest {
  /** Headers by their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** The received bytes before they are parsed. */
  body: Buffer
}

/** A request whose sender is verified. */
export interface Verified {
  /** Messages with this key count as repetitions for `seconds`. Null if messages cannot be distinguished. */
  message: { key: string; seconds: number } | null
}

/** The headers or query parameters that prove the sender of a request. */
export interface Proof {
  headers?: Record<string, string>
  query?: Record<string, string>
}

/**
 * A verification of webhook senders. If it uses a secret, its configuration has the part `secret`. Crossdock
 * creates and rotates the secret, and keeps the previous one for a while.
 */
export interface WebhookVerification<Config extends Validator = Validator> extends Kind<Config> {
  /** Creates a secret. Absent for verifications without a secret. */
  newSecret?(): string
  /** Returns the error of an entered secret. All secrets must also have at least 8 characters. */
  refusedSecret?(secret: string): Text | undefined
  /**
   * Returns whether a request could verify, judging by headers and query. If not, its body is not read. If this
   * method is absent, all bodies are read.
   */
  mayVerify?(
    request: Omit<SignedRequest, 'body'>,
    config: Output<Config>,
    secrets: readonly string[]
  ): boolean
  /**
   * Verifies a request.
   * @param secrets all valid secrets: compare in constant time
   * @param now milliseconds since 1970
   * @returns null if the request does not verify
   */
  verify(
    request: SignedRequest,
    config: Output<Config>,
    secrets: readonly string[],
    now: number
  ): Verified | null
  /** Signs a request as a sender would, for tests of an address. */
  sign(request: SignedRequest, config: Output<Config>, secret: string, now: number): Proof
  /** Returns the names of headers and query parameters that contain the secret, so that the log masks them. */
  secretsIn?(config: Output<Config>): readonly string[]
}

/** Verifications, by the name that an address stores. */
export const webhookVerifications = extensionPoint<WebhookVerification>(
  'integrations.webhookVerifications',
  {
    what: 'webhook addresses with its verifications',
    table: 'webhook_addresses',
    column: 'verification',
  }
)
