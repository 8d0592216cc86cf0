import { Limit } from '@crossdock/kernel/limits'

const minutes = 60

/** Challenges for one network; a whole office may share its address. */
export const challengesPerClient = new Limit({
  name: 'passkeys.challenges.client',
  points: 100,
  seconds: 10 * minutes,
})

/** Challenges for one session: each is stored as a row for some minutes. */
export const challengesPerSession = new Limit({
  name: 'passkeys.challenges.session',
  points: 60,
  seconds: 10 * minutes,
})

/** Challenges for a sign-in that waits for its second step, so that others in the network cannot use up its limit. */
export const challengesPerSignIn = new Limit({
  name: 'passkeys.challenges.signIn',
  points: 30,
  seconds: 10 * minutes,
})

/** Refused answers and recovery codes of one pending sign-in. A new sign-in needs another mail. */
export const failuresPerSignIn = new Limit({
  name: 'passkeys.failures.signIn',
  points: 10,
  seconds: 10 * minutes,
})

/** Refused answers of passkeys from one network, for challenges that were requested there. */
export const failuresPerClient = new Limit({
  name: 'passkeys.failures.client',
  points: 50,
  seconds: 10 * minutes,
})
