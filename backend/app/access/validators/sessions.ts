import { answerShape, instant } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const sessionAnswer = answerShape('UserSession', {
  id: vine.string(),
  userId: vine.string(),
  browser: vine.string().nullable().meta({ description: 'By the user agent; null when unknown.' }),
  system: vine.string().nullable(),
  ip: vine.string().nullable(),
  isCurrent: vine.boolean({ strict: true }).meta({
    description: 'Whether the request uses this session.',
  }),
  createdAt: instant(),
  lastSeenAt: instant(),
  expiresAt: instant(),
})

export const endSessionsQuery = vine.create({
  userId: vine.string().trim().maxLength(64).optional(),
})

export const endedSessions = answerShape('EndedSessions', {
  ended: vine.number().meta({ description: 'How many sessions ended.' }),
})
