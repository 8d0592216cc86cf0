import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

/** Of whom something runs short. */
export const quotaWarned = defineEvent('quota_warned', {
  description: 'An environment has used a large part of what it may use',
  permission: null,
  payload: vine.object({
    environment: vine.string(),
    // The name of the limit, and what people call it.
    meter: vine.string(),
    label: vine.string(),
    threshold: vine.number(),
    used: vine.number(),
    limit: vine.number(),
  }),
  activity: ({ environment, label, threshold, used, limit }) =>
    text('{label} in {environment}: more than {threshold} % are used ({used} of {limit})', {
      ...{ environment, label, threshold, used, limit },
    }),
})
