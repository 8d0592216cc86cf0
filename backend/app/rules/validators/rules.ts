import { domainToASCII } from 'node:url'
import { answerShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

/** Hours of the default lifetime of sessions, which is also the maximum. */
const maxHours = 14 * 24
const maxDomains = 50

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const domainName = new RegExp(`^${label}(\\.${label})*$`)

/** Accepts a domain with a leading @ or a trailing dot, and converts it to the ASCII form used for comparisons. */
const domain = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string') return
  const name = domainToASCII(value.normalize('NFKC').trim().replace(/^@/, '').replace(/\.$/, ''))
  if (name.length > 253 || !domainName.test(name)) {
    return field.report(
      'Each of the {{ field }} must be a domain such as acme.example. Add subdomains separately.',
      'domain',
      field
    )
  }
  field.mutate(name, field)
})

export const rulesBody = vine.create({
  allowedDomains: vine
    .array(vine.string().maxLength(254).use(domain(undefined)))
    .maxLength(maxDomains)
    .optional(),
  ssoOnly: vine.boolean({ strict: true }).optional(),
  sessionHours: vine
    .number({ strict: true })
    .withoutDecimals()
    .min(1)
    .max(maxHours)
    .nullable()
    .optional(),
  confirm: vine
    .boolean({ strict: true })
    .optional()
    .meta({ description: 'Allows the change to exclude people.' }),
})

export const rulesAnswer = answerShape('SignInRules', {
  allowedDomains: vine.array(vine.string()).meta({
    description: 'Allowed domains of email addresses, in ASCII form; empty: any.',
  }),
  ssoOnly: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether people sign in only with an identity provider.' }),
  sessionHours: vine
    .number()
    .withoutDecimals()
    .nullable()
    .meta({
      description: `A session ends this many hours after its start; null: after ${maxHours}.`,
    }),
})
