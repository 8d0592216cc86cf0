import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { retentionRead } from './contracts/index.js'

const kind = vine.string().meta({ description: 'Name of the kind, as in `GET /tenant/retention`' })

export const retentionChanged = defineEvent('retention_changed', {
  description: 'An organization decided for how long it keeps a kind of record',
  permission: retentionRead,
  security: ['kind', 'days'],
  payload: vine.object({
    kind,
    days: vine.number().nullable().meta({ description: 'null: the default' }),
    before: vine.number().nullable().meta({ description: 'Days of the previous rule' }),
  }),
  activity: ({ kind, days }) =>
    days === null
      ? text('Keeps {kind} as long as usual', { kind })
      : days === 1
        ? text('Keeps {kind} for one day', { kind })
        : text('Keeps {kind} for {days} days', { kind, days }),
})

export const deletionAnnounced = defineEvent('retention_deletion_announced', {
  description: 'Unresolved records are about to be deleted',
  permission: retentionRead,
  payload: vine.object({
    kind,
    count: vine.number().meta({ description: 'Counted up to 1,000' }),
    at: vine.string().meta({ description: 'ISO 8601: the earliest time of the deletion' }),
  }),
  activity: ({ kind, count, at }) =>
    text('Will delete {count} of {kind} after {date}', { kind, count, date: at.slice(0, 10) }),
})
