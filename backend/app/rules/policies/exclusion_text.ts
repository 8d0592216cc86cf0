import { text, type Text } from '@crossdock/kernel/ground'

/** A person who can sign in now, but not after the change. */
export interface ExcludedPerson {
  email: string
  /** True if the e-mail domain is not allowed; false if no enabled provider knows the person. */
  isOutside: boolean
}

/**
 * The text of a refusal: the number of people, the name of one, and the reason.
 * @param most from this number on, the text says "or more"
 */
export function exclusionText(shutOut: readonly ExcludedPerson[], most: number): Text {
  const count = Math.min(shutOut.length, most)
  const { email } = shutOut[0]!
  const values = { count, email }
  const isMore = count === most
  const outside = shutOut.filter(({ isOutside }) => isOutside).length
  if (outside === shutOut.length) {
    if (count === 1)
      return text(
        '{email} has an address in another domain. This ends the sessions of the person, and they can no longer sign in. Confirm the change if you want this.',
        { email }
      )
    return isMore
      ? text(
          '{count} or more people, including {email}, have addresses in other domains. This ends their sessions, and they can no longer sign in. Confirm the change if you want this.',
          values
        )
      : text(
          '{count} people, including {email}, have addresses in other domains. This ends their sessions, and they can no longer sign in. Confirm the change if you want this.',
          values
        )
  }
  if (outside > 0)
    return isMore
      ? text(
          '{count} or more people, including {email}, have addresses in other domains or have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if their address is allowed and the provider knows them. Confirm the change if you want this.',
          values
        )
      : text(
          '{count} people, including {email}, have addresses in other domains or have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if their address is allowed and the provider knows them. Confirm the change if you want this.',
          values
        )
  if (count === 1)
    return text(
      '{email} has never signed in with an enabled identity provider. This ends the sessions of the person, and they can sign in only if the provider knows them. Confirm the change if you want this.',
      { email }
    )
  return isMore
    ? text(
        '{count} or more people, including {email}, have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if the provider knows them. Confirm the change if you want this.',
        values
      )
    : text(
        '{count} people, including {email}, have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if the provider knows them. Confirm the change if you want this.',
        values
      )
}
