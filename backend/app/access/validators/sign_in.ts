import { answerShape, anything, instant, namedShape, typedAddress } from '@crossdock/kernel/http'
import { brandShape } from '@crossdock/backend/tenants'
import vine from '@vinejs/vine'
import { ownPathPattern } from '../contracts/index.js'

const organization = () => vine.string().trim().maxLength(255).nullable().optional()

/** Where to go after sign-in: a path of this site and nothing a browser might take for another's. */
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
    description: 'Nobody is signed in yet: a second factor is asked for.',
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
    description: 'What the person has set in the console, by key; nothing for a program.',
  }),
  eventsFrom: vine.string().nullable().meta({
    description:
      'What to give to GET /events/stream as Last-Event-ID, to be told of all that what is read from now on does not show.',
  }),
  session: vine
    .object({
      id: vine.string(),
      held: vine.enum(['enrol', 'confirm']).nullable().meta({
        description:
          'What is to be done before anything else is open: a second factor is required, and is to be set up (`enrol`) or to be brought (`confirm`).',
      }),
      ssoOnly: vine.boolean({ strict: true }).meta({
        description:
          'Whether its person signs in, and confirms who they are, by an identity provider and not by mail.',
      }),
    })
    .nullable()
    .meta({ title: 'BrowserSession' }),
})
