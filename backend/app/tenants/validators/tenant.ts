import { answerShape, instant, mailAddress, plainName } from '@crossdock/kernel/http'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

const nameRequired = 'Tenant name is required'
const subdomainShort = 'Subdomain must be at least 3 characters'
const adminEmail = 'Valid email address is required'

const messages = new SimpleMessagesProvider({
  'name.required': nameRequired,
  'name.string': nameRequired,
  'name.minLength': nameRequired,
  'name.maxLength': 'Tenant name can have at most 255 characters',
  'subdomain.required': subdomainShort,
  'subdomain.string': subdomainShort,
  'subdomain.minLength': subdomainShort,
  'subdomain.maxLength': 'Subdomain can have at most 63 characters',
  'subdomain.characters': 'Subdomain can only contain lowercase letters, numbers, and hyphens',
  'subdomain.edges': 'Subdomain cannot start or end with a hyphen',
  'adminEmail.required': adminEmail,
  'adminEmail.string': adminEmail,
  'adminEmail.email': adminEmail,
  'adminEmail.maxLength': adminEmail,
  'adminEmail.plainMailbox': adminEmail,
})

/** A text rule with a name of its own, so that each can have its own message. */
function pattern(rule: string, accepts: RegExp) {
  return vine.createRule(
    (value, _options: undefined, field) => {
      if (typeof value === 'string' && !accepts.test(value))
        field.report('{{ field }}', rule, field)
    },
    { toJSONSchema: (schema) => void (schema.pattern = accepts.source) }
  )(undefined)
}

export const createTenantValidator = vine.create({
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .use(plainName({ dotted: true })),
  subdomain: vine
    .string()
    .minLength(3)
    .use(pattern('characters', /^[a-z0-9-]+$/))
    .use(pattern('edges', /^[a-z0-9][a-z0-9-]*[a-z0-9]$/))
    .maxLength(63),
  adminEmail: mailAddress(),
})
createTenantValidator.messagesProvider = messages

export const tenantResponse = answerShape('Tenant', {
  id: vine.string(),
  name: vine.string(),
  subdomain: vine.string(),
  status: vine.string(),
  activeUsers: vine.number().withoutDecimals(),
  storageUsed: vine.string(),
  storageBytes: vine.number().withoutDecimals(),
  totalAssets: vine.number().withoutDecimals(),
  slug: vine.string(),
  isActive: vine.boolean({ strict: true }),
  plan: vine.string().nullable(),
  customDomain: vine.string().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
})
