import { answerShape, instant } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export const createTokenValidator = vine.create({
  name: vine.string().trim().minLength(1).maxLength(100),
  scopes: vine.array(vine.string().maxLength(100)).maxLength(200).optional(),
  expiresAt: vine.string().regex(isoInstant).nullable().optional(),
})

const shown = {
  id: vine.string(),
  userId: vine.string(),
  parentId: vine.string().nullable(),
  name: vine.string(),
  scopes: vine.array(vine.string()),
  prefix: vine.string(),
  expiresAt: instant().nullable(),
  lastUsedAt: instant().nullable(),
  isActive: vine.boolean({ strict: true }),
  createdAt: instant(),
}

export const tokenResponse = answerShape('ApiToken', shown)

export const createdTokenResponse = answerShape('CreatedApiToken', {
  ...shown,
  token: vine.string(),
})
