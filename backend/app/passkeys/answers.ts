import { decodeClientDataJSON, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { originsOf } from '@crossdock/kernel/tenancy'
import { text, type Problem, type Text } from '@crossdock/kernel/ground'
import type { Account } from '@crossdock/backend/users'
import { takeChallenge, type ChallengeUse } from './challenges.js'
import { relyingParty } from './relying_party.js'

/** Makes the error of an endpoint from a sentence. */
export type Refuse = (sentence: Text) => Problem

/**
 * Reads an answer with the library and turns any error into a refusal. The library decodes any JSON and any CBOR, so `read` must
 * check what it returns.
 */
export function readOrRefuse<T>(refuse: Refuse, read: () => T): T {
  try {
    return read()
  } catch {
    throw refuse(text('The answer of the passkey cannot be read. Try again.'))
  }
}

/** The origin and the challenge of an answer. */
export interface AnsweredChallenge {
  challenge: string
  origin: string
}

/**
 * Takes the answered challenge. The passkey's owner decides which origins are allowed.
 * @throws what `refuse` makes
 */
export async function takeAnswer(
  clientDataJSON: string,
  asking: ChallengeUse,
  refuse: Refuse
): Promise<AnsweredChallenge> {
  const taken = readOrRefuse(refuse, () => readClientData(clientDataJSON))
  if (!(await takeChallenge(taken.challenge, asking))) {
    throw refuse(
      text(
        'This answer of the passkey was already used, expired, or belongs to another request. Try again.'
      )
    )
  }
  return taken
}

/** @throws unless the client data are an object with both texts */
function readClientData(clientDataJSON: string): AnsweredChallenge {
  const { challenge, origin }: Record<string, unknown> = { ...decodeClientDataJSON(clientDataJSON) }
  if (typeof challenge !== 'string' || typeof origin !== 'string') {
    throw new TypeError('The client data have no challenge or no origin.')
  }
  return { challenge, origin }
}

/** The site that a passkey answered, and its use counter. @throws for invalid authenticator data */
export function readAuthenticatorData(bytes: unknown): { rpIdHash: Uint8Array; counter: number } {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('The authenticator data are not bytes.')
  const { rpIdHash, counter } = parseAuthenticatorData(Uint8Array.from(bytes))
  return { rpIdHash, counter }
}

/**
 * A passkey must not be used at the address of another organization.
 * @throws what `refuse` makes when the owner does not belong to the origin
 */
export function assertOwnAddress(
  { origin }: AnsweredChallenge,
  owner: Account | null,
  refuse: Refuse
): void {
  const [main, ...own] = originsOf(owner?.tenantSubdomain ?? null)
  if ([main, ...own].includes(origin)) return
  throw refuse(
    text('The passkey was used at {origin}, not at {here}. Use it at {here}.', {
      origin,
      here: main,
    })
  )
}

/** @throws what `refuse` makes for a passkey of another site */
export function assertOwnSite(rpIdHash: Uint8Array, refuse: Refuse): void {
  const { id, idHash } = relyingParty()
  if (idHash.equals(rpIdHash)) return
  throw refuse(
    text('The passkey belongs to another site than {site}. Use one that was made for {site}.', {
      site: id,
    })
  )
}
