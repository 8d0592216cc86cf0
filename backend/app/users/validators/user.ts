import { answerShape, instant, mailAddress, plainName } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { builtInRoles } from '../contracts/index.js'

const name = () =>
  vine
    .string()
    .trim()
    .maxLength(100)
    .use(plainName({ dotted: false }))
    .optional()

export const createUserValidator = vine.create({
  email: mailAddress(),
  firstName: name(),
  lastName: name(),
  role: vine.enum(builtInRoles).optional(),
})

export const userResponse = answerShape('User', {
  id: vine.string(),
  tenantId: vine.string(),
  email: vine.string(),
  firstName: vine.string().nullable(),
  lastName: vine.string().nullable(),
  role: vine.string(),
  isActive: vine.boolean({ strict: true }),
  lastLoginAt: instant().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
})
