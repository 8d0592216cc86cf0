import { Limit } from '@crossdock/kernel/limits'
import { text } from '@crossdock/kernel/ground'

const minutes = 60
const hour = 60 * minutes

const tooMany = {
  seconds: (wait: number) =>
    text('Too many requests for a demo. Try again in {wait} seconds.', { wait }),
  minutes: (wait: number) =>
    text('Too many requests for a demo. Try again in {wait} minutes.', { wait }),
  hours: (wait: number) =>
    text('Too many requests for a demo. Try again in {wait} hours.', { wait }),
}

/** Requests for a demo from one network, which an office may share. */
export const requestsPerClient = new Limit({
  name: 'front.demo.client',
  points: 5,
  seconds: hour,
  tooMany,
})

/** Requests for a demo from all networks together. */
export const requestsTogether = new Limit({
  name: 'front.demo.all',
  points: 60,
  seconds: hour,
  tooMany,
})

export const mostMails = 10

/** Mails about requests. Further requests are only in the operators' list. */
export const mailsPerHour = new Limit({
  name: 'front.demo.mails',
  points: mostMails,
  seconds: hour,
})

/** Uploads of a logo, because drawing one is expensive. */
export const logos = new Limit({ name: 'front.logo', points: 30, seconds: 10 * minutes })

/** Maximum number of stored requests; beyond it, the oldest answered ones are deleted. */
export const mostRequests = 1_000

/** Days a request is stored. */
export const keptDays = 180
