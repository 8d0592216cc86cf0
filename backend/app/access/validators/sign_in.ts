import { answerShape, anything, instant, namedShape, typedAddress } from '@crossdock/kernel/shapes'
import { brandShape } from '@crossdock/backend/tenants'
import vine from '@vinejs/vine'
import { ownPathPattern } from '../contracts/index.js'

const organization = () => vine.string().trim().maxLength(255).nullable().optional()

/** The path to open after sign-in. */
const next = () => vine.string().maxLength(1000).regex(ownPathPattern).optional()

export const magicLinkValidator = vine.create({
  email: typedAddress(),
  tenantId: organization(),
  next: next(),
})

export const verifyCodeValidator = vine.create({
  email: typedAddress(),
  code: vine
    .string()
    .trim()
    .regex(/^\d{6}$/),
  tenantId: organization(),
  next: next(),
})

const token = () => vine.string().trim().maxLength(200)

export const linkValidator = vine.create({ token: token() })

export const verifyLinkValidator = vine.create({
  token: token(),
  confirm: vine.boolean({ strict: true }).optional(),
  next: next(),
})

export const mailResponse = answerShape('SignInMail', {
  message: vine.string(),
  hasCode: vine.boolean({ strict: true }),
})

export const organizationResponse = answerShape('AddressOrganization', {
  subdomain: vine.string().nullable(),
})

export const linkResponse = answerShape('SignInLink', {
  email: vine.string(),
  organization: vine.string().nullable(),
  needsConfirmation: vine.boolean({ strict: true }),
  signedInAs: vine.string().nullable(),
})

export const signedInResponse = answerShape('SignedIn', {
  message: vine.string(),
  redirectUrl: vine.string().optional(),
  secondFactor: vine.boolean({ strict: true }).optional().meta({
    description: 'True if a second factor is needed first; no session exists yet.',
  }),
  organizations: vine
    .array(
      namedShape('SignInOrganization', {
        id: vine.string(),
        name: vine.string(),
        subdomain: vine.string(),
      })
    )
    .optional(),
})

export const meResponse = answerShape('Session', {
  user: namedShape('SessionUser', {
    id: vine.string(),
    email: vine.string(),
    firstName: vine.string().nullable(),
    lastName: vine.string().nullable(),
    role: vine.string(),
    isSuperAdmin: vine.boolean({ strict: true }),
    tenantId: vine.string().nullable(),
    lastLoginAt: instant().nullable(),
    createdAt: instant(),
  }),
  tenant: vine
    .object({
      id: vine.string(),
      name: vine.string(),
      subdomain: vine.string(),
      ...brandShape(),
    })
    .nullable()
    .meta({ title: 'SessionTenant' }),
  host: vine.string().meta({
    description:
      'The host of this installation. The address of an organization is its subdomain before this host.',
  }),
  permissions: vine.array(vine.string()),
  preferences: vine.record(anything()).meta({
    description: 'What the person has set in the console, by key; empty for a program.',
  }),
  eventsFrom: vine.string().nullable().meta({
    description:
      'The Last-Event-ID for GET /events/stream. The stream then sends every event that later reads do not show.',
  }),
  session: vine
    .object({
      id: vine.string(),
      held: vine.enum(['enrol', 'confirm']).nullable().meta({
        description:
          'What the person must do first: set up a required second factor (`enrol`) or use it (`confirm`).',
      }),
      ssoOnly: vine.boolean({ strict: true }).meta({
        description:
          'Whether the person signs in and confirms their identity through an identity provider, not by mail.',
      }),
    })
    .nullable()
    .meta({ title: 'BrowserSession' }),
})
