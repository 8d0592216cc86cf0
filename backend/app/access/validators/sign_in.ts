import { answerShape, anything, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
const organization = () => vine.string().trim().maxLength(255).nullable().optional()

/** Where to go after sign-in: a path of this site and nothing a browser might take for another's. */
const next = () =>
  vine
    .string()
    .maxLength(1000)
    .regex(/^(?!.*\/\/)\/[^\\\s\p{C}]*$/u)
    .optional()

export const magicLinkValidator = vine.create({
  email: email(),
  tenantId: organization(),
  next: next(),
})

export const verifyCodeValidator = vine.create({
  email: email(),
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
      logo: vine.string().nullable(),
    })
    .nullable()
    .meta({ title: 'SessionTenant' }),
  permissions: vine.array(vine.string()),
  preferences: vine.record(anything()).meta({
    description: 'What the person has set in the console, by key; nothing for a program.',
  }),
  session: vine.object({ id: vine.string() }).nullable().meta({ title: 'BrowserSession' }),
})
