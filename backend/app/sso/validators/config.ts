import { answerShape, instant, namedShape, plainName, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { providerKinds } from '../models/oauth_config.js'
import { isThisMachine } from '../provider/kinds.js'

const name = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true }))

/** The issuer of a provider: an address over TLS, without other parts. */
const issuerAddress = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string' || value === '') return
  const report = (message: string) => field.report(message, 'issuer', field)
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    return report('The {{ field }} must be an address that starts with https://.')
  }
  if (url.protocol === 'http:' && !isThisMachine(value)) {
    return report('The {{ field }} must start with https://, because it carries sign-ins.')
  }
  if (url.username || url.password || url.search || url.hash) {
    return report('The {{ field }} must not contain a user name, a query or a fragment.')
  }
  if (url.pathname.includes('/.well-known/')) {
    return report('Enter the {{ field }} itself, without /.well-known/… after it.')
  }
  // A shared directory does not verify addresses.
  if (/\/(common|organizations|consumers)\//i.test(`${url.pathname}/`)) {
    report('The {{ field }} must name one directory, not a shared one.')
  }
})

const issuer = () =>
  vine
    .string()
    .trim()
    .maxLength(500)
    .use(issuerAddress(undefined))
    .meta({ format: 'uri' })
    .nullable()
    .optional()
const clientId = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .regex(/^[\x21-\x7e]+$/)
const clientSecret = () => vine.string().maxLength(2_000).nullable().optional()
const tenantIdOAuth = () =>
  vine
    .string()
    .trim()
    .maxLength(100)
    .regex(/^(?!(?:common|organizations|consumers)$)[a-z0-9][a-z0-9.-]*$/i)
    .nullable()
    .optional()

const domain = () =>
  vine
    .string()
    .trim()
    .toLowerCase()
    .maxLength(253)
    .regex(
      /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u
    )
const role = () => vine.string().trim().minLength(1).maxLength(50)
const claimText = () => vine.string().trim().minLength(1).maxLength(255)
const rules = () =>
  vine.array(vine.object({ claim: claimText(), value: claimText(), role: role() })).maxLength(50)

const given = {
  provider: vine.enum(providerKinds).optional(),
  issuer: issuer(),
  clientSecret: clientSecret(),
  tenantIdOAuth: tenantIdOAuth(),
  isActive: vine.boolean({ strict: true }).optional(),
}

export const createConfigBody = vine.create({
  name: name(),
  clientId: clientId(),
  ...given,
  settings: vine.object({
    allowedDomains: vine.array(domain()).distinct().minLength(1).maxLength(100),
    emailClaim: claimText().optional(),
    trustsAddresses: vine.boolean({ strict: true }).optional(),
    roleMapping: rules().optional(),
    defaultRole: role().optional(),
    mapsAtEachSignIn: vine.boolean({ strict: true }).optional(),
  }),
})

export const updateConfigBody = vine.create({
  name: name().optional(),
  clientId: clientId().optional(),
  ...given,
  settings: vine
    .object({
      allowedDomains: vine.array(domain()).distinct().minLength(1).maxLength(100).optional(),
      emailClaim: claimText().optional(),
      trustsAddresses: vine.boolean({ strict: true }).optional(),
      roleMapping: rules().optional(),
      defaultRole: role().optional(),
      mapsAtEachSignIn: vine.boolean({ strict: true }).optional(),
    })
    .optional(),
})

export const configAnswer = answerShape('OauthConfig', {
  id: vine.string(),
  tenantId: vine.string(),
  name: vine.string(),
  provider: openEnum(providerKinds),
  issuer: vine.string(),
  clientId: vine.string(),
  clientSecret: vine.string().nullable(),
  tenantIdOAuth: vine.string().nullable(),
  settings: vine
    .object({
      allowedDomains: vine.array(vine.string()),
      emailClaim: vine.string(),
      trustsAddresses: vine.boolean({ strict: true }),
      roleMapping: vine.array(
        namedShape('OauthRoleRule', {
          claim: vine.string(),
          value: vine.string(),
          role: vine.string(),
        })
      ),
      defaultRole: vine.string(),
      mapsAtEachSignIn: vine.boolean({ strict: true }),
    })
    .meta({ title: 'OauthSettings' }),
  isActive: vine.boolean({ strict: true }),
  testedAt: instant()
    .nullable()
    .meta({ description: 'When its current connection passed a test.' }),
  provenAt: instant().nullable().meta({
    description: 'When a person signed in with its current connection; a trial counts.',
  }),
  callbackUrl: vine
    .string()
    .meta({ description: 'The address to enter at the provider as redirect URI.' }),
  logoutUrl: vine.string().meta({
    description: 'The address to enter at the provider as back-channel logout URI.',
  }),
  createdAt: instant(),
  updatedAt: instant(),
})

export const testAnswer = answerShape('OauthConfigTest', {
  passed: vine.boolean({ strict: true }),
  checks: vine.array(
    namedShape('OauthCheck', {
      name: vine.string(),
      passed: vine.boolean({ strict: true }),
      message: vine.string(),
    })
  ),
})
