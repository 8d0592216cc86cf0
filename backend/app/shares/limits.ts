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
 * Wrong passwords of one link from all networks. An attacker who has the link can lock out other visitors,
 * but cannot keep guessing.
 */
export const passwordsPerLink = new Limit({
  name: 'shares.passwords.link',
  points: 100,
  seconds: hour,
})

/** Reports from one network about any links. */
export const reportsPerClient = new Limit({
  name: 'shares.reports.client',
  points: 5,
  seconds: hour,
})

/** Reports of one link from all networks. The reports of an hour make one notification. */
export const reportsPerLink = new Limit({
  name: 'shares.reports.link',
  points: 50,
  seconds: 24 * hour,
})

/** Mails about links of one person, because any address can be a recipient. */
export const mailsPerPerson = new Limit({
  name: 'shares.mails.person',
  points: 100,
  seconds: hour,
})

/** Requests for zips of one link from one network. Each zip is planned before the download is counted. */
export const zipsPerClient = new Limit({
  name: 'shares.zips.client',
  points: 200,
  seconds: 10 * minute,
})

/** Pictures of one link for one network. They use the drawing budget of the organization. */
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

/** Maximum size of one form. */
export const mostBytesPerForm = 5 * 1024 ** 3

/** The bytes that a link accepts in an hour are counted in units of this size. */
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
