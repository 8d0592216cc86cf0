import { Limit } from '@crossdock/kernel/http'

const minutes = 60

/** Challenges one network can have made; a whole office may share its address. */
export const challengesPerClient = new Limit({
  name: 'passkeys.challenges.client',
  points: 100,
  seconds: 10 * minutes,
})

/** Challenges one session can have made: each is a row for some minutes. */
export const challengesPerSession = new Limit({
  name: 'passkeys.challenges.session',
  points: 60,
  seconds: 10 * minutes,
})

/** The same of a sign-in that waits for its second step: who shares its network takes none of them. */
export const challengesPerSignIn = new Limit({
  name: 'passkeys.challenges.signIn',
  points: 30,
  seconds: 10 * minutes,
})

/** Answers and recovery codes that were refused to one of these. Another begins with another mail. */
export const failuresPerSignIn = new Limit({
  name: 'passkeys.failures.signIn',
  points: 10,
  seconds: 10 * minutes,
})

/** Answers of passkeys from one network that were refused, of browsers that had asked. */
export const failuresPerClient = new Limit({
  name: 'passkeys.failures.client',
  points: 50,
  seconds: 10 * minutes,
})
