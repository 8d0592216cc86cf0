import { Limit, text } from '@crossdock/kernel/http'

const minute = 60
const hour = 60 * minute

/** Wrong passwords of one link from one network. */
export const passwordsPerClient = new Limit({
  name: 'shares.passwords.client',
  points: 10,
  seconds: 10 * minute,
})

/** The same from all networks together: whoever has the link can keep others out, not guess on. */
export const passwordsPerLink = new Limit({
  name: 'shares.passwords.link',
  points: 100,
  seconds: hour,
})

/** Mails about links that one person has sent: they go to whom that person likes. */
export const mailsPerPerson = new Limit({
  name: 'shares.mails.person',
  points: 100,
  seconds: hour,
})

/** Zips of one link that one network asks for, parts of a zip included: each is planned before it is counted. */
export const zipsPerClient = new Limit({
  name: 'shares.zips.client',
  points: 200,
  seconds: 10 * minute,
})

/** Pictures of one link that one network has drawn: they share the budget with those of the organization's people. */
export const previewsPerClient = new Limit({
  name: 'shares.previews.client',
  points: 100,
  seconds: 10 * minute,
})

/** The same from all networks together. */
export const previewsPerLink = new Limit({
  name: 'shares.previews.link',
  points: 600,
  seconds: hour,
})

/** Forms with files that one link takes. */
export const uploadsPerLink = new Limit({
  name: 'shares.uploads.link',
  points: 500,
  seconds: hour,
})

/** Bytes that come with one form. */
export const mostBytesPerForm = 5 * 1024 ** 3

/** Bytes that one link takes, counted in pieces of this size: a stranger fills nobody's disk. */
export const countedBytes = 1024 ** 2
export const bytesPerLink = new Limit({
  name: 'shares.bytes.link',
  points: (20 * 1024 ** 3) / countedBytes,
  seconds: hour,
  tooMany: {
    seconds: (wait) =>
      text('This link has taken all it can for now. Try again in {wait} seconds.', { wait }),
    minutes: (wait) =>
      text('This link has taken all it can for now. Try again in {wait} minutes.', { wait }),
    hours: (wait) =>
      text('This link has taken all it can for now. Try again in {wait} hours.', { wait }),
  },
})
