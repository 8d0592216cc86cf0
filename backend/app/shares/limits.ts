import { Limit } from '@crossdock/kernel/http'

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

/** Forms with files that one link takes. */
export const uploadsPerLink = new Limit({
  name: 'shares.uploads.link',
  points: 500,
  seconds: hour,
})
