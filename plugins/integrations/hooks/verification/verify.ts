import { clock } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/http'
import { openConfig } from '@crossdock/kernel/kinds'
import { webhookVerifications, type SignedRequest, type Verified } from '../../contracts/index.js'
import { sealedFor } from '../address_of.js'
import type { Address } from '../queries/addresses.js'

interface Opened {
  config: Record<string, unknown>
  /** The present one first. */
  secrets: string[]
}

/** The configuration of an address with all secrets that are good at present. @throws SecretError when a key is gone */
export function opened(address: Address): Opened {
  const context = sealedFor(address.id)
  const config = openConfig<Record<string, unknown>>(address.verificationConfig, context)
  const { previousSecret, previousUntil } = address
  const isGood = previousUntil !== null && Date.parse(previousUntil) > clock.now()
  const before =
    previousSecret && isGood
      ? openConfig<{ secret?: unknown }>(previousSecret, context).secret
      : null
  const secrets = [config.secret, before].filter((one) => typeof one === 'string' && one !== '')
  return { config, secrets: secrets as string[] }
}

/** One sentence for whatever is wrong with a signature: a sender that guesses learns nothing. */
export const notVerified = (): Problem =>
  new Problem(
    401,
    'E_SIGNATURE',
    text('The request is not signed as this address asks for, or its time is off.')
  )

/** As after a promotion, which carries no secrets. */
const noSecret = (): Problem =>
  new Problem(
    401,
    'E_SIGNATURE',
    text(
      'This webhook has no secret yet, so no request can be verified. Give it one, or rotate it.'
    )
  )

/** Before its body is read: a request that cannot verify takes no memory. @throws Problem 401 */
export function verifyHead(address: Address, head: Omit<SignedRequest, 'body'>): void {
  const { kind, config, secrets } = asked(address)
  if (kind.mayVerify?.(head, config as never, secrets) === false) throw notVerified()
}

/** @throws Problem 401 */
export function verify(address: Address, request: SignedRequest): Verified {
  const { kind, config, secrets } = asked(address)
  const verified = kind.verify(request, config as never, secrets, clock.now())
  if (!verified) throw notVerified()
  return verified
}

function asked(address: Address) {
  const kind = webhookVerifications.get(address.verification)
  if (!kind) throw notVerified()
  const { config, secrets } = opened(address)
  if (kind.newSecret && secrets.length === 0) throw noSecret()
  return { kind, config, secrets }
}

/** What must not be seen of a request: headers and parameters that hold a secret, and the secret wherever else it stands. */
export interface Hidden {
  names: readonly string[]
  secrets: readonly string[]
}

export function hiddenOf(address: Address): Hidden {
  const names = secretNames(address)
  return { names, secrets: names.length > 0 ? opened(address).secrets : [] }
}

/** Names of headers and parameters that hold the secret itself. */
function secretNames(address: Address): readonly string[] {
  const kind = webhookVerifications.get(address.verification)
  return kind?.secretsIn?.(address.verificationConfig as never) ?? []
}
