import { answerShape, instant, mailAddress, plainName } from '@crossdock/kernel/shapes'
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

/** A pattern with its own rule name, so that each pattern can have its own message. */
function pattern(rule: string, accepts: RegExp) {
  return vine.createRule(
    (value, _options: undefined, field) => {
      if (typeof value === 'string' && !accepts.test(value))
        field.report('{{ field }}', rule, field)
    },
    { toJSONSchema: (schema) => void (schema.pattern = accepts.source) }
  )(undefined)
}

const name = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .use(plainName({ dotted: true }))

const subdomain = () =>
  vine
    .string()
    .minLength(3)
    .use(pattern('characters', /^[a-z0-9-]+$/))
    .use(pattern('edges', /^[a-z0-9][a-z0-9-]*[a-z0-9]$/))
    .maxLength(63)

export const createTenantValidator = vine.create({
  name: name(),
  subdomain: subdomain(),
  adminEmail: mailAddress(),
})
createTenantValidator.messagesProvider = messages

/** The plans that an operator can give a tenant. */
const tenantPlans = ['standard', 'enterprise'] as const

export const updateTenantValidator = vine.create({
  name: name().optional(),
  subdomain: subdomain().optional(),
  plan: vine.enum(tenantPlans).nullable().optional().meta({
    description: 'With `enterprise` each caller may send 10,000 requests an hour to /api/v2.',
  }),
})
updateTenantValidator.messagesProvider = messages

export const suspendTenantValidator = vine.create({
  reason: vine
    .string()
    .trim()
    .maxLength(500)
    .nullable()
    .optional()
    .meta({ description: 'The reason; everyone who sees the tenant sees it.' }),
})

export const deleteTenantQuery = vine.create({
  confirm: vine
    .string()
    .maxLength(63)
    .optional()
    .meta({ description: 'The subdomain of the tenant, as protection against mistakes.' }),
})

const whole = () => vine.number().withoutDecimals()

const tenantInUse = () =>
  vine.object({
    id: vine.string(),
    name: vine.string(),
    subdomain: vine.string(),
    status: vine.string(),
    activeUsers: whole(),
    storageBytes: whole(),
    storagePercent: whole().meta({ description: 'Percent of its storage limit.' }),
    apiCallsPercent: whole().meta({
      description: 'Percent of the API calls of this month; the highest of all environments.',
    }),
    failedRuns: whole().meta({ description: 'Failed runs of workflows in the last 24 hours.' }),
    updatedAt: instant(),
  })

export const tenantsInUseAnswer = answerShape('TenantsInUse', {
  total: whole().meta({ description: 'Number of tenants.' }),
  byUse: vine
    .array(tenantInUse())
    .meta({ description: 'Tenants with the most storage, at most six.' }),
  failing: vine.array(tenantInUse()).meta({ description: 'Tenants with the most failed runs.' }),
  nearLimit: vine
    .array(tenantInUse())
    .meta({ description: 'Tenants that have used 75 % or more of a limit.' }),
})

export const tenantResponse = answerShape('Tenant', {
  id: vine.string(),
  name: vine.string(),
  subdomain: vine.string(),
  status: vine
    .string()
    .meta({ description: '`active`, `suspended`, or `deleting`: will be deleted at `deletesAt`.' }),
  statusReason: vine.string().nullable().meta({ description: 'Why it was suspended.' }),
  statusChangedAt: instant().nullable(),
  statusChangedBy: vine.string().nullable().meta({ description: 'Who changed the status last.' }),
  deletesAt: instant().nullable().meta({ description: 'Until then the deletion can be canceled.' }),
  activeUsers: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'People with access who have signed in at least once.' }),
  invitedUsers: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'People with access who have never signed in.' }),
  storageUsed: vine.string(),
  storageBytes: vine.number().withoutDecimals(),
  totalAssets: vine.number().withoutDecimals(),
  slug: vine.string(),
  isActive: vine.boolean({ strict: true }),
  plan: vine.string().nullable(),
  customDomain: vine.string().nullable().meta({ description: 'Its verified custom domain.' }),
  createdAt: instant(),
  updatedAt: instant(),
})
