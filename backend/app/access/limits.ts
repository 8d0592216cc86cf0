import { Limit } from '@crossdock/kernel/http'

const minutes = 60

/** Mails one address can be made to get. */
export const mailsPerAddress = new Limit({
  name: 'sign-in.address',
  points: 5,
  seconds: 10 * minutes,
})
/** Mails one client can have sent; a whole office may share its address. */
export const mailsPerClient = new Limit({
  name: 'sign-in.client',
  points: 100,
  seconds: 10 * minutes,
})
/** Wrong codes for one address, over all its mails. */
export const failuresPerAddress = new Limit({
  name: 'sign-in.failures.address',
  points: 15,
  seconds: 10 * minutes,
})
/** Wrong codes and links from one client. */
export const failuresPerClient = new Limit({
  name: 'sign-in.failures.client',
  points: 50,
  seconds: 10 * minutes,
})
