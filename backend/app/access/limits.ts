import { Limit } from '@crossdock/kernel/http'

const minutes = 60
const hours = 60 * minutes

/*
 * Whoever knows an address may ask for mails to it and try codes, and must not be able to use up
 * what its owner needs. So strangers are counted apart by their network, and a browser that can
 * show it belongs to the owner (it has signed in before) or to a request of its own has its own.
 */

/** Mails one network can have sent to one address. */
export const mailsPerAddressAndClient = new Limit({
  name: 'sign-in.address',
  points: 5,
  seconds: 10 * minutes,
})
/** Mails one network can have sent; a whole office may share its address. */
export const mailsPerClient = new Limit({
  name: 'sign-in.client',
  points: 100,
  seconds: 10 * minutes,
})
/**
 * Mails with a code that strangers can have sent to one address from wherever. Each is worth five
 * guesses at a million codes: 120 mails a day are 600 guesses, or 1 in 1,600 for a whole day of
 * guessing (twice that where two windows meet). Familiar browsers ask for themselves only.
 */
export const codesPerAddress = new Limit({
  name: 'sign-in.address.everywhere',
  points: 30,
  seconds: 6 * hours,
})
/**
 * Beyond that nobody is refused, for it may be the owner: mails then have links only, which cannot
 * be guessed and let the owner in wherever they were asked for. They come at this interval, well
 * within the lifetime of a link, so that the newest mail is always good.
 */
export const linksPerAddress = new Limit({
  name: 'sign-in.address.links',
  points: 1,
  seconds: 3 * minutes,
})
/** Mails a browser may ask for again, beyond what its network may for the address. */
export const mailsPerRequest = new Limit({ name: 'sign-in.request', points: 2, seconds: hours })
/** Mails a browser may ask for that has signed in to the address before. */
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
 * Who confirms within a session is counted by that session: whoever got hold of one uses up nothing of
 * those the person has elsewhere, and signing in anew begins afresh.
 */

/** Mails with a code that confirms. */
export const proofMails = new Limit({ name: 'proof.mails', points: 10, seconds: 10 * minutes })
/** Wrong codes and passkeys: 240 guesses a day at a million codes. */
export const proofFailures = new Limit({ name: 'proof.failures', points: 10, seconds: hours })
