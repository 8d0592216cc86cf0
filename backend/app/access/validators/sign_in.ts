import { answerShape, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
const organization = () => vine.string().trim().maxLength(255).nullable().optional()

export const magicLinkValidator = vine.create({ email: email(), tenantId: organization() })

export const verifyCodeValidator = vine.create({
  email: email(),
  code: vine
    .string()
    .trim()
    .regex(/^\d{6}$/),
  tenantId: organization(),
})

export const verifyLinkValidator = vine.create({ token: vine.string().trim().maxLength(200) })

export const messageResponse = answerShape('Message', { message: vine.string() })

export const signedInResponse = answerShape('SignedIn', {
  message: vine.string(),
  redirectUrl: vine.string(),
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
})
