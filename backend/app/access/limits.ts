import { Limit } from '@crossdock/kernel/limits'

const minutes = 60
const hours = 60 * minutes

/*
 * Anyone who knows an address may request mails for it and try codes, and must not be able to use up what its owner
 * needs. So unknown browsers are limited per network. A browser has its own limit if it has signed in to the
 * address before or has requested the mail itself.
 */

/** Mails per network and address. */
export const mailsPerAddressAndClient = new Limit({
  name: 'sign-in.address',
  points: 5,
  seconds: 10 * minutes,
})
/** Mails per network; a whole office may share one IP address. */
export const mailsPerClient = new Limit({
  name: 'sign-in.client',
  points: 100,
  seconds: 10 * minutes,
})
/**
 * Mails with a code for one address, requested by unknown browsers of all networks. Each mail allows five guesses
 * at a million codes. 120 mails a day are 600 guesses: 1 in 1,600 for a whole day of guessing, or twice that where
 * two windows meet. Familiar browsers have their own limit.
 */
export const codesPerAddress = new Limit({
  name: 'sign-in.address.everywhere',
  points: 30,
  seconds: 6 * hours,
})
/**
 * Beyond the limit for codes no request is refused, because it may come from the owner. Mails then have only links,
 * which cannot be guessed and work in any browser. They come at this interval, well within the lifetime of a link,
 * so the newest mail is always valid.
 */
export const linksPerAddress = new Limit({
  name: 'sign-in.address.links',
  points: 1,
  seconds: 3 * minutes,
})
/** Further mails for a browser that has already requested one, beyond its network's limit for the address. */
export const mailsPerRequest = new Limit({ name: 'sign-in.request', points: 2, seconds: hours })
/** Mails for a browser that has signed in to the address before. */
export const mailsPerDevice = new Limit({
  name: 'sign-in.device',
  points: 10,
  seconds: 10 * minutes,
})
/** Wrong codes and links from one network. */
export const failuresPerClient = new Limit({
  name: 'sign-in.failures.client',
  points: 50,
  seconds: 10 * minutes,
})
/** Wrong codes from a browser that has signed in to the address before. */
export const failuresPerDevice = new Limit({
  name: 'sign-in.failures.device',
  points: 15,
  seconds: 10 * minutes,
})

/*
 * Confirmations are limited per session. An attacker with one session uses up nothing of the person's other
 * sessions, and a new sign-in starts with a fresh limit.
 */

/** Mails with a confirmation code. */
export const proofMails = new Limit({ name: 'proof.mails', points: 10, seconds: 10 * minutes })
/** Wrong confirmation codes and passkeys: 240 guesses a day at a million codes. */
export const proofFailures = new Limit({ name: 'proof.failures', points: 10, seconds: hours })
