import { answerShape, instant, mailAddress, plainName, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { builtInRoles } from '../contracts/index.js'
import { userStatuses } from '../user_status.js'

/** A first or last name. */
export const plain = () =>
  vine
    .string()
    .trim()
    .maxLength(100)
    .use(plainName({ dotted: false }))

const name = () => plain().optional()

/** A built-in role or one of the tenant's own; the actions check which roles exist. */
const role = () =>
  vine
    .string()
    .trim()
    .maxLength(50)
    .meta({ examples: [...builtInRoles] })

/** The fields of a new person. */
export const newUser = {
  email: mailAddress(),
  firstName: name(),
  lastName: name(),
  role: role().optional(),
}

export const createUserValidator = vine.create(newUser)

/** Accepts the address, so that a record can be sent back as it was read; the address cannot change. */
export const updateUserBody = vine.create({
  email: mailAddress().optional(),
  firstName: plain().nullable().optional(),
  lastName: plain().nullable().optional(),
  role: role().optional(),
  isActive: vine.boolean({ strict: true }).optional(),
})

export const removeUserQuery = vine.create({
  successor: vine.string().trim().minLength(1).maxLength(36).optional(),
})

/** Maximum number of addresses in one request. */
const maxInvitations = 100

export const inviteUsersBody = vine.create({
  emails: vine.array(vine.string().trim().maxLength(254)).minLength(1).maxLength(maxInvitations),
  role: role().optional(),
})

export const mailAddressShape = vine.create({ email: mailAddress() })

export const userResponse = answerShape('User', {
  id: vine.string(),
  tenantId: vine.string(),
  email: vine.string(),
  firstName: vine.string().nullable(),
  lastName: vine.string().nullable(),
  role: vine.string(),
  isActive: vine.boolean({ strict: true }),
  status: openEnum(userStatuses),
  hasSecondFactor: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether they have a passkey as a second factor.' }),
  lastLoginAt: instant().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
})

export const belongingsAnswer = answerShape('Belongings', {
  belongings: vine.array(
    vine.object({ kind: vine.string(), count: vine.number(), label: vine.string() })
  ),
})

export const invitationFates = ['invited', 'taken', 'invalid', 'limited'] as const

export const invitationsAnswer = answerShape('Invitations', {
  invitations: vine.array(
    vine.object({
      email: vine.string(),
      fate: openEnum(invitationFates),
      userId: vine.string().nullable(),
      message: vine.string().nullable(),
    })
  ),
})
