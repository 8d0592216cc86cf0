import { domainToASCII } from 'node:url'
import { answerShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

/** As long as sessions last where nobody says otherwise. */
const mostHours = 14 * 24
const mostDomains = 50

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const domainName = new RegExp(`^${label}(\\.${label})*$`)

/** A domain however it is typed, with an @ before it or a dot behind it; in the form in which domains are compared. */
const domain = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string') return
  const name = domainToASCII(value.normalize('NFKC').trim().replace(/^@/, '').replace(/\.$/, ''))
  if (name.length > 253 || !domainName.test(name)) {
    return field.report(
      'Each of the {{ field }} must be a domain such as acme.example; domains below it are named by themselves.',
      'domain',
      field
    )
  }
  field.mutate(name, field)
})

export const rulesBody = vine.create({
  allowedDomains: vine
    .array(vine.string().maxLength(254).use(domain(undefined)))
    .maxLength(mostDomains)
    .optional(),
  ssoOnly: vine.boolean({ strict: true }).optional(),
  sessionHours: vine
    .number({ strict: true })
    .withoutDecimals()
    .min(1)
    .max(mostHours)
    .nullable()
    .optional(),
  confirm: vine
    .boolean({ strict: true })
    .optional()
    .meta({ description: 'Whether people may be shut out by it.' }),
})

export const rulesAnswer = answerShape('SignInRules', {
  allowedDomains: vine.array(vine.string()).meta({
    description: 'Domains of the addresses people may have, in ASCII form; none: any.',
  }),
  ssoOnly: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether people sign in by an identity provider only.' }),
  sessionHours: vine
    .number()
    .withoutDecimals()
    .nullable()
    .meta({
      description: `A session ends so many hours after it has begun; null: after ${mostHours}.`,
    }),
})
