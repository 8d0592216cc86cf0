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

export const messageResponse = vine.create({ message: vine.string() })

export const signedInResponse = vine.create({ message: vine.string(), redirectUrl: vine.string() })

export const meResponse = vine.create({
  user: vine.object({
    id: vine.string(),
    email: vine.string(),
    firstName: vine.string().nullable(),
    lastName: vine.string().nullable(),
    role: vine.string(),
    isSuperAdmin: vine.boolean({ strict: true }),
    tenantId: vine.string().nullable(),
    lastLoginAt: vine.string().nullable(),
    createdAt: vine.string(),
  }),
  tenant: vine
    .object({
      id: vine.string(),
      name: vine.string(),
      subdomain: vine.string(),
      logo: vine.string().nullable(),
    })
    .nullable(),
  permissions: vine.array(vine.string()),
})
