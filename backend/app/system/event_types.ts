import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { systemRead } from './contracts/index.js'

const payload = vine.object({ name: vine.string() })

export const jobRetried = defineEvent('job_retried', {
  description: 'A failed job was put back to be tried again',
  permission: systemRead,
  payload,
  activity: ({ name }) => text('Retried the failed job {name}', { name }),
  several: { sentence: (_, count) => text('Retried {count} failed jobs', { count }) },
})

export const jobDropped = defineEvent('job_dropped', {
  description: 'A failed job was deleted',
  permission: systemRead,
  payload,
  activity: ({ name }) => text('Deleted the failed job {name}', { name }),
  several: { sentence: (_, count) => text('Deleted {count} failed jobs', { count }) },
})

export const mailTested = defineEvent('mail_tested', {
  description: 'A super administrator sent themselves a mail to try the mail server',
  permission: systemRead,
  payload: vine.object({ to: vine.string(), accepted: vine.boolean({ strict: true }) }),
  activity: ({ to, accepted }) =>
    accepted
      ? text('Tried the mail server: a mail to {to} was accepted', { to })
      : text('Tried the mail server: a mail to {to} was not accepted', { to }),
})

interface Parked {
  consumer: string
  type: string
}

const parked = { consumer: vine.string(), type: vine.string() }

export const parkedEventRetried = defineEvent('parked_event_retried', {
  description: 'A parked event was scheduled for an immediate retry',
  permission: systemRead,
  payload: vine.object(parked),
  activity: ({ consumer, type }: Parked) =>
    text('Retried the event {type} for {consumer}', { type, consumer }),
  several: { sentence: (_, count) => text('Retried {count} parked events', { count }) },
})

export const parkedEventDropped = defineEvent('parked_event_dropped', {
  description: 'A parked event was dropped for its consumer',
  permission: systemRead,
  payload: vine.object({ ...parked, reason: vine.string().optional() }),
  activity: ({ consumer, type, reason }) =>
    reason === undefined
      ? text('Dropped the event {type} for {consumer}', { type, consumer })
      : text('Dropped the event {type} for {consumer}: {reason}', { type, consumer, reason }),
  several: { sentence: (_, count) => text('Dropped {count} parked events', { count }) },
})
