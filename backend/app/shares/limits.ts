import { Limit } from '@crossdock/kernel/limits'
import { text } from '@crossdock/kernel/ground'

const minute = 60
const hour = 60 * minute

/** Wrong passwords of one link from one network. */
export const passwordsPerClient = new Limit({
  name: 'shares.passwords.client',
  points: 10,
  seconds: 10 * minute,
})

/**
 * Wrong passwords of one link from all networks. An attacker with the link can lock other visitors out, but cannot
 * keep guessing.
 */
export const passwordsPerLink = new Limit({
  name: 'shares.passwords.link',
  points: 100,
  seconds: hour,
})

/** Reports from one network, about all links. */
export const reportsPerClient = new Limit({
  name: 'shares.reports.client',
  points: 5,
  seconds: hour,
})

/** Reports of one link from all networks. Those of an hour are one notification. */
export const reportsPerLink = new Limit({
  name: 'shares.reports.link',
  points: 50,
  seconds: 24 * hour,
})

/** Mails about links from one person: the recipients are free to choose. */
export const mailsPerPerson = new Limit({
  name: 'shares.mails.person',
  points: 100,
  seconds: hour,
})

/** Zips of one link for one network, including parts of a zip: each is planned before it is counted. */
export const zipsPerClient = new Limit({
  name: 'shares.zips.client',
  points: 200,
  seconds: 10 * minute,
})

/** Pictures of one link for one network: they share the drawing budget of the organization's people. */
export const previewsPerClient = new Limit({
  name: 'shares.previews.client',
  points: 100,
  seconds: 10 * minute,
})

/** Pictures of one link for all networks together. */
export const previewsPerLink = new Limit({
  name: 'shares.previews.link',
  points: 600,
  seconds: hour,
})

/** Upload forms that one link accepts. The page sends one form for each file. */
export const uploadsPerLink = new Limit({
  name: 'shares.uploads.link',
  points: 5000,
  seconds: hour,
})

/** Bytes that one form may have. */
export const mostBytesPerForm = 5 * 1024 ** 3

/** Bytes that one link accepts, counted in pieces of this size: strangers must not fill the disk. */
export const countedBytes = 1024 ** 2
export const bytesPerLink = new Limit({
  name: 'shares.bytes.link',
  points: (20 * 1024 ** 3) / countedBytes,
  seconds: hour,
  tooMany: {
    seconds: (wait) =>
      text('This link cannot receive more now. Try again in {wait} seconds.', { wait }),
    minutes: (wait) =>
      text('This link cannot receive more now. Try again in {wait} minutes.', { wait }),
    hours: (wait) =>
      text('This link cannot receive more now. Try again in {wait} hours.', { wait }),
  },
})
