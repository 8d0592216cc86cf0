import { text, type Text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { systemRead } from './contracts/index.js'

const payload = vine.object({ name: vine.string() })

export const jobRetried = defineEvent('job_retried', {
  description: 'A failed job was put back to be tried again',
  permission: systemRead,
  payload,
  activity: ({ name }) => text('Retried the failed job {name}', { name }),
})

export const jobDropped = defineEvent('job_dropped', {
  description: 'A failed job was deleted',
  permission: systemRead,
  payload,
  activity: ({ name }) => text('Deleted the failed job {name}', { name }),
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

const define = (name: string, description: string, activity: (parked: Parked) => Text) =>
  defineEvent(name, {
    description,
    payload: vine.object({ consumer: vine.string(), type: vine.string() }),
    permission: systemRead,
    activity,
  })

export const parkedEventRetried = define(
  'parked_event_retried',
  'A parked event is to be tried at once',
  (parked) => text('Retried the event {type} for {consumer}', { ...parked })
)

export const parkedEventDropped = define(
  'parked_event_dropped',
  'A parked event was given up for its consumer',
  (parked) => text('Dropped the event {type} for {consumer}', { ...parked })
)
