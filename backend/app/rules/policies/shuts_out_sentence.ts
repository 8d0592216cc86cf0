import { text, type Text } from '@crossdock/kernel/http'

/** Somebody who gets in, and would no more. */
export interface ShutOut {
  email: string
  /** Whether it is their address; else no provider that is on knows them. */
  isOutside: boolean
}

/** How many they are, one of them, and why. @param most from so many on it says "or more" */
export function shutsOutSentence(shutOut: readonly ShutOut[], most: number): Text {
  const count = Math.min(shutOut.length, most)
  const { email } = shutOut[0]!
  const values = { count, email }
  const isMore = count === most
  const outside = shutOut.filter(({ isOutside }) => isOutside).length
  if (outside === shutOut.length) {
    if (count === 1)
      return text(
        '{email} has an address of another domain and could not sign in any more, nor go on where they are signed in. Confirm it, if that is meant.',
        { email }
      )
    return isMore
      ? text(
          '{count} people or more have addresses of other domains, {email} among them: they could not sign in any more, nor go on where they are signed in. Confirm it, if that is meant.',
          values
        )
      : text(
          '{count} people have addresses of other domains, {email} among them: they could not sign in any more, nor go on where they are signed in. Confirm it, if that is meant.',
          values
        )
  }
  if (outside > 0)
    return isMore
      ? text(
          '{count} people or more have addresses of other domains, or have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless their address is allowed and the provider knows them. Confirm it, if that is meant.',
          values
        )
      : text(
          '{count} people have addresses of other domains, or have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless their address is allowed and the provider knows them. Confirm it, if that is meant.',
          values
        )
  if (count === 1)
    return text(
      '{email} has never signed in by an identity provider that is on: they could not go on where they are signed in, nor sign in any more unless it knows them. Confirm it, if that is meant.',
      { email }
    )
  return isMore
    ? text(
        '{count} people or more have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless it knows them. Confirm it, if that is meant.',
        values
      )
    : text(
        '{count} people have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless it knows them. Confirm it, if that is meant.',
        values
      )
}
