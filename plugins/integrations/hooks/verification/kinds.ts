import { createHash, randomBytes } from 'node:crypto'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { text, type Text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { part, secret } from '@crossdock/kernel/kinds'
import type { SignedRequest, WebhookVerification } from '../../contracts/index.js'
import { hasSignature, isSame, signHmac, verifyHmac, whsecKey } from './hmac.js'
import { github, shopify, slack, standardWebhooks, stripe, type HmacScheme } from './scheme.js'

const secretPart = () => secret({ title: 'Secret' })
const newSecret = () => randomBytes(32).toString('base64url')

/**
 * Returns the error of an entered secret: it must have 24 to 64 bytes in base64 (Standard Webhooks 1.0,
 * "Signature scheme"). Decoding alone would ignore invalid characters.
 */
function refusedWhsec(secret: string): Text | undefined {
  const written = secret.replace(/^whsec_/, '')
  const key = whsecKey(secret)
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(written)
  if (isBase64 && key.length >= 24 && key.length <= 64) return undefined
  return text('The secret must be "whsec_" and 24 to 64 bytes in base64.')
}

const ofSender = vine.create({ secret: secretPart() })

/** Creates the verification of a well-known scheme, of which only the secret is configurable. */
const preset = (
  words: { label: string; description: string },
  scheme: HmacScheme
): WebhookVerification<typeof ofSender> => ({
  ...words,
  icon: 'shield-check',
  config: ofSender,
  ...(scheme.secret === 'whsec'
    ? {
        newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
        refusedSecret: refusedWhsec,
      }
    : { newSecret }),
  mayVerify: (request) => hasSignature(scheme, request),
  verify: (request, _config, secrets, now) => verifyHmac(scheme, request, secrets, now),
  sign: (request, _config, own, now) => signHmac(scheme, request, own, now),
})

const headerName = () =>
  vine
    .string()
    .trim()
    .toLowerCase()
    .maxLength(100)
    .regex(/^[!#$%&'*+\-.^_`|~0-9a-z]+$/)

const hmacConfig = vine.create({
  secret: secretPart(),
  header: part(headerName(), {
    title: 'Header',
    description: 'The header with the signature.',
    examples: ['x-signature'],
    default: 'x-signature',
  }),
  algorithm: part(vine.enum(['sha256', 'sha512', 'sha1'] as const), {
    title: 'Algorithm',
    default: 'sha256',
  }),
  encoding: part(vine.enum(['hex', 'base64'] as const), { title: 'Encoding', default: 'hex' }),
  prefix: part(vine.string().maxLength(50).optional(), {
    title: 'Prefix',
    description: 'The text before the signature.',
    examples: ['sha256='],
  }),
  timeHeader: part(headerName().optional(), {
    title: 'Time header',
    description:
      'The header with the time in seconds since 1970. Its value and a dot are signed before the body.',
    examples: ['x-timestamp'],
  }),
  idHeader: part(headerName().optional(), {
    title: 'ID header',
    description:
      'The header with the id of a message, the same for each attempt. The id is not signed, so it is ignored if there is a signed time: then time and body identify a message. Without a time, id and body do. A repetition starts nothing.',
    examples: ['x-request-id'],
  }),
  toleranceSeconds: part(vine.number().withoutDecimals().range([30, 3_600]).optional(), {
    title: 'Tolerance',
    description: 'How many seconds the time may be off.',
    default: 300,
  }),
})
hmacConfig.messagesProvider = new SimpleMessagesProvider({
  regex: 'The {{ field }} must be the name of a header.',
})

function schemeOf(config: Output<typeof hmacConfig>): HmacScheme {
  const { header, algorithm, encoding, prefix, timeHeader, idHeader } = config
  return {
    header,
    algorithm,
    encoding,
    ...(prefix ? { prefix } : {}),
    signs: timeHeader ? ['time', { text: '.' }, 'body'] : ['body'],
    ...(timeHeader ? { time: { header: timeHeader } } : {}),
    ...(idHeader ? { id: idHeader } : {}),
    toleranceSeconds: config.toleranceSeconds ?? 300,
  }
}

const hmac: WebhookVerification<typeof hmacConfig> = {
  label: 'HMAC signature',
  description: 'An HMAC of the body in a header of its own.',
  icon: 'shield-check',
  config: hmacConfig,
  newSecret,
  mayVerify: (request, config) => hasSignature(schemeOf(config), request),
  verify: (request, config, secrets, now) => verifyHmac(schemeOf(config), request, secrets, now),
  sign: (request, config, own, now) => signHmac(schemeOf(config), request, own, now),
}

const tokenConfig = vine.create({
  secret: secretPart(),
  place: part(vine.enum(['header', 'query'] as const), {
    title: 'Place',
    description: 'Where the sender puts the token.',
    default: 'header',
  }),
  name: part(vine.string().trim().minLength(1).maxLength(100), {
    title: 'Name',
    description: 'Name of the header or of the query parameter.',
    examples: ['x-webhook-token'],
    default: 'x-webhook-token',
  }),
})

type TokenConfig = Output<typeof tokenConfig>

const valueIn = ({ place, name }: TokenConfig, { headers, query }: Omit<SignedRequest, 'body'>) =>
  place === 'query' ? query.get(name) : headers[name.toLowerCase()]?.replace(/^Bearer /i, '')

/** Returns a hash, so that the compared values have the same length for any input. */
const digest = (text: string) => createHash('sha256').update(text).digest()

function hasToken(
  request: Omit<SignedRequest, 'body'>,
  config: TokenConfig,
  secrets: readonly string[]
): boolean {
  const given = valueIn(config, request)
  return Boolean(given) && secrets.some((one) => isSame(digest(given!), digest(one)))
}

const token: WebhookVerification<typeof tokenConfig> = {
  label: 'Shared token',
  description: 'The sender sends the secret itself, in a header or in the query.',
  icon: 'key',
  config: tokenConfig,
  newSecret,
  mayVerify: hasToken,
  verify: (request, config, secrets) =>
    hasToken(request, config, secrets) ? { message: null } : null,
  sign: (_request, { place, name }, own) =>
    place === 'query' ? { query: { [name]: own } } : { headers: { [name.toLowerCase()]: own } },
  secretsIn: ({ name }) => [name.toLowerCase()],
}

const noConfig = vine.create({})

const none: WebhookVerification<typeof noConfig> = {
  label: 'None',
  description: 'Anyone who knows the address can call it.',
  icon: 'globe',
  config: noConfig,
  verify: () => ({ message: null }),
  sign: () => ({}),
}

/** The built-in verifications by name. */
export const verificationKinds = {
  none,
  standard: preset(
    {
      label: 'Standard Webhooks',
      description: 'Signatures as standardwebhooks.com describes them, which many senders use.',
    },
    standardWebhooks
  ),
  github: preset({ label: 'GitHub', description: 'Signed by X-Hub-Signature-256.' }, github),
  stripe: preset({ label: 'Stripe', description: 'Signed by Stripe-Signature.' }, stripe),
  slack: preset({ label: 'Slack', description: 'Signed by X-Slack-Signature.' }, slack),
  shopify: preset({ label: 'Shopify', description: 'Signed by X-Shopify-Hmac-Sha256.' }, shopify),
  hmac,
  token,
} as const
