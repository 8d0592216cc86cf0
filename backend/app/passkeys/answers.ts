import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { originsOf, text, type Problem, type Text } from '@crossdock/kernel/http'
import type { Account } from '@crossdock/backend/users'
import { takeChallenge, type Asking } from './challenges.js'
import { relyingParty } from './relying_party.js'

/** Makes the refusal of a door of its sentence. */
export type Refuse = (sentence: Text) => Problem

/** Reads with the library, which throws at whatever is not as it should be. */
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
  const { challenge, origin } = readOrRefuse(refuse, () => decodeClientDataJSON(clientDataJSON))
  if (typeof challenge !== 'string' || !(await takeChallenge(challenge, asking))) {
    throw refuse(
      text(
        'This answer of the passkey was used already, came too late or was asked for elsewhere. Try it again.'
      )
    )
  }
  return { challenge, origin: String(origin) }
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
