import { answerShape, instant } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

export const sessionAnswer = answerShape('UserSession', {
  id: vine.string(),
  userId: vine.string(),
  browser: vine.string().nullable().meta({ description: 'As far as the device told it.' }),
  system: vine.string().nullable(),
  ip: vine.string().nullable(),
  isCurrent: vine.boolean({ strict: true }).meta({
    description: 'The session this very request is made in.',
  }),
  createdAt: instant(),
  lastSeenAt: instant(),
  expiresAt: instant(),
})

export const endSessionsQuery = vine.create({
  userId: vine.string().trim().maxLength(64).optional(),
})

export const endedSessions = answerShape('EndedSessions', {
  ended: vine.number().meta({ description: 'How many there were.' }),
})
