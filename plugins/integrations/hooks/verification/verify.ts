import { clock } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'
import { openConfig } from '@crossdock/kernel/kinds'
import { webhookVerifications, type SignedRequest, type Verified } from '../../contracts/index.js'
import { sealedFor } from '../address_of.js'
import type { Address } from '../queries/addresses.js'

interface Opened {
  config: Record<string, unknown>
  /** The present secret first. */
  secrets: string[]
}

/**
 * Returns the configuration of an address with all valid secrets.
 * @throws SecretError if a key is missing
 */
export function openVerification(address: Address): Opened {
  const context = sealedFor(address.id)
  const config = openConfig<Record<string, unknown>>(address.verificationConfig, context)
  const { previousSecret, previousUntil } = address
  const isPreviousSecretValid = previousUntil !== null && Date.parse(previousUntil) > clock.now()
  const before =
    previousSecret && isPreviousSecretValid
      ? openConfig<{ secret?: unknown }>(previousSecret, context).secret
      : null
  const secrets = [config.secret, before].filter((one) => typeof one === 'string' && one !== '')
  return { config, secrets: secrets as string[] }
}

/**
 * Returns the error for every invalid signature. It does not depend on the reason, so that attackers learn
 * nothing.
 */
const notVerified = (): Problem =>
  new Problem(
    401,
    'E_SIGNATURE',
    text('The request is not signed as this address asks for, or its time is off.')
  )

/** Returns the error for a missing secret, for example after a promotion, which copies no secrets. */
const noSecret = (): Problem =>
  new Problem(
    401,
    'E_SIGNATURE',
    text(
      'This webhook has no secret yet, so no request can be verified. Give it one, or rotate it.'
    )
  )

/**
 * Checks headers and query before the body is read, so that a request that cannot verify uses no memory.
 * @throws Problem 401
 */
export function verifyHead(address: Address, head: Omit<SignedRequest, 'body'>): void {
  const { kind, config, secrets } = requiredVerification(address)
  if (kind.mayVerify?.(head, config as never, secrets) === false) throw notVerified()
}

/**
 * Verifies a complete request.
 * @throws Problem 401
 */
export function verify(address: Address, request: SignedRequest): Verified {
  const { kind, config, secrets } = requiredVerification(address)
  const verified = kind.verify(request, config as never, secrets, clock.now())
  if (!verified) throw notVerified()
  return verified
}

function requiredVerification(address: Address) {
  const kind = webhookVerifications.get(address.verification)
  if (!kind) throw notVerified()
  const { config, secrets } = openVerification(address)
  if (kind.newSecret && secrets.length === 0) throw noSecret()
  return { kind, config, secrets }
}

/**
 * The parts of a request to mask: headers and parameters that contain a secret, and the secret wherever else it
 * occurs.
 */
export interface Hidden {
  names: readonly string[]
  secrets: readonly string[]
}

export function hiddenOf(address: Address): Hidden {
  const names = secretNames(address)
  return { names, secrets: names.length > 0 ? openVerification(address).secrets : [] }
}

/** Returns names of headers and parameters that contain the secret. */
function secretNames(address: Address): readonly string[] {
  const kind = webhookVerifications.get(address.verification)
  return kind?.secretsIn?.(address.verificationConfig as never) ?? []
}
