import { systemRead } from '@crossdock/backend/system'
import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'

/** The events have no name or e-mail address: the stored request, which has them, is deleted earlier than the log. */
const nothing = vine.object({})

export const demoRequested = defineEvent('demo_requested', {
  description: 'A visitor of the sales page asked for a demo',
  permission: systemRead,
  payload: nothing,
  activity: () => text('A visitor asked for a demo'),
})

export const demoRequestAnswered = defineEvent('demo_request_answered', {
  description: 'A super administrator marked a request for a demo as answered',
  permission: systemRead,
  payload: nothing,
  activity: () => text('Marked a request for a demo as answered'),
})

export const demoRequestReopened = defineEvent('demo_request_reopened', {
  description: 'A super administrator marked a request for a demo as open again',
  permission: systemRead,
  payload: nothing,
  activity: () => text('Marked a request for a demo as open again'),
})

export const demoRequestDeleted = defineEvent('demo_request_deleted', {
  description: 'A super administrator deleted a request for a demo',
  permission: systemRead,
  payload: nothing,
  activity: () => text('Deleted a request for a demo'),
})

export const frontChanged = defineEvent('public_pages_changed', {
  description: 'The name, logo, color or figures of the public pages were changed',
  permission: systemRead,
  payload: vine.object({
    changed: vine.array(vine.string()).meta({ description: 'Names of the fields' }),
  }),
  activity: () => text('Changed the public pages'),
})
