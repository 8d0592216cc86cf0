import { answerShape, instant, mailAddress, plainName, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { builtInRoles } from '../contracts/index.js'
import { userStatuses } from '../user_status.js'

/** A first or a last name. */
export const plain = () =>
  vine
    .string()
    .trim()
    .maxLength(100)
    .use(plainName({ dotted: false }))

const name = () => plain().optional()

/** A built-in role or one of the tenant's own; which there are, the actions ask. */
const role = () =>
  vine
    .string()
    .trim()
    .maxLength(50)
    .meta({ examples: [...builtInRoles] })

/** What is said of a person who is new. */
export const newUser = {
  email: mailAddress(),
  firstName: name(),
  lastName: name(),
  role: role().optional(),
}

export const createUserValidator = vine.create(newUser)

/** The address comes along where a record is sent back as it was read; it stays what it is. */
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

/** The most addresses one request invites. */
export const mostInvitations = 100

export const inviteUsersBody = vine.create({
  emails: vine.array(vine.string().trim().maxLength(254)).minLength(1).maxLength(mostInvitations),
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
  status: word(userStatuses),
  hasSecondFactor: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether they have a passkey, to bring behind a mailed code.' }),
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
      fate: word(invitationFates),
      userId: vine.string().nullable(),
      message: vine.string().nullable(),
    })
  ),
})
