import { decodeClientDataJSON, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { originsOf, text, type Problem, type Text } from '@crossdock/kernel/http'
import type { Account } from '@crossdock/backend/users'
import { takeChallenge, type Asking } from './challenges.js'
import { relyingParty } from './relying_party.js'

/** Makes the refusal of a door of its sentence. */
export type Refuse = (sentence: Text) => Problem

/**
 * Reads an answer with the library and turns any error into a refusal. The library decodes any JSON and any CBOR, so `read` must
 * check what it returns.
 */
export function readOrRefuse<T>(refuse: Refuse, read: () => T): T {
  try {
    return read()
  } catch {
    throw refuse(text('What the passkey answered cannot be read. Try it again.'))
  }
}

/** Where a passkey was used, and for what. */
export interface Taken {
  challenge: string
  origin: string
}

/** Takes the challenge that was answered. Whose passkey it is says whether that may be where it was. @throws what `refuse` makes */
export async function takeAnswer(
  clientDataJSON: string,
  asking: Asking,
  refuse: Refuse
): Promise<Taken> {
  const taken = readOrRefuse(refuse, () => readClientData(clientDataJSON))
  if (!(await takeChallenge(taken.challenge, asking))) {
    throw refuse(
      text(
        'This answer of the passkey was used already, came too late or was asked for elsewhere. Try it again.'
      )
    )
  }
  return taken
}

/** @throws unless the client data are an object with both texts */
function readClientData(clientDataJSON: string): Taken {
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
 * Nobody's passkey answers at the address of another organization.
 * @throws what `refuse` makes for one that was used where its owner is not
 */
export function assertAtHome({ origin }: Taken, owner: Account | null, refuse: Refuse): void {
  const [main, ...own] = originsOf(owner?.tenantSubdomain ?? null)
  if ([main, ...own].includes(origin)) return
  throw refuse(
    text('The passkey was used at {origin}, and not at {here}. Use it there.', {
      origin,
      here: main,
    })
  )
}

/** @throws what `refuse` makes for a passkey that was asked by another site */
export function assertForUs(rpIdHash: Uint8Array, refuse: Refuse): void {
  const { id, idHash } = relyingParty()
  if (idHash.equals(rpIdHash)) return
  throw refuse(
    text('The passkey answered another site than {site}. Use one that was made for it.', {
      site: id,
    })
  )
}
