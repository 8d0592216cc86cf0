import { answerShape, instant, visibleName } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export const createTokenValidator = vine.create({
  name: vine.string().trim().minLength(1).maxLength(100).use(visibleName(undefined)),
  scopes: vine.array(vine.string().maxLength(100)).maxLength(200).optional(),
  expiresAt: vine.string().regex(isoInstant).nullable().optional(),
  environment: vine.string().minLength(1).maxLength(50).nullable().optional().meta({
    description:
      'Id or name of the only environment it works in; null: any. Left out: the environment of the token that creates it.',
  }),
})

export const tokenStatuses = ['active', 'expired', 'revoked'] as const

export type TokenStatus = (typeof tokenStatuses)[number]

const shown = {
  id: vine.string(),
  tenantId: vine.string().nullable().meta({
    description: 'null for a token of a super administrator, who belongs to no tenant.',
  }),
  userId: vine.string(),
  owner: vine.string().nullable().meta({
    description: "Its owner's name or address, for callers with `users.read`.",
  }),
  parentId: vine.string().nullable(),
  name: vine.string(),
  scopes: vine.array(vine.string()),
  prefix: vine.string(),
  expiresAt: instant().nullable(),
  lastUsedAt: instant().nullable().meta({ description: 'Updated once a minute at most.' }),
  lastUsedIp: vine.string().nullable().meta({ description: 'IP address of the last use.' }),
  environmentId: vine.string().nullable().meta({ description: 'null: any.' }),
  isActive: vine.boolean({ strict: true }).meta({ description: 'false: revoked.' }),
  status: vine.enum(tokenStatuses),
  createdAt: instant(),
}

export const tokenResponse = answerShape('ApiToken', shown)

export const createdTokenResponse = answerShape('CreatedApiToken', {
  ...shown,
  token: vine.string(),
})
