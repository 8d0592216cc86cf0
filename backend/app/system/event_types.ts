import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'

const payload = vine.object({ name: vine.string() })

export const jobRetried = defineEvent('job_retried', {
  description: 'A failed job was put back to be tried again',
  permission: 'system.read',
  payload,
  activity: ({ name }) => `Retried the failed job ${name}`,
})

export const jobDropped = defineEvent('job_dropped', {
  description: 'A failed job was deleted',
  permission: 'system.read',
  payload,
  activity: ({ name }) => `Deleted the failed job ${name}`,
})

const define = (name: string, description: string, verb: string) =>
  defineEvent(name, {
    description,
    payload: vine.object({ consumer: vine.string(), eventType: vine.string() }),
    permission: 'system.read',
    activity: ({ eventType, consumer }) => `${verb} the event ${eventType} for ${consumer}`,
  })

export const parkedEventRetried = define(
  'parked_event_retried',
  'A parked event is to be tried at once',
  'Retried'
)

export const parkedEventDropped = define(
  'parked_event_dropped',
  'A parked event was given up for its consumer',
  'Dropped'
)
