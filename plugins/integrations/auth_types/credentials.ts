import { address, part, secret, type PartWords } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import { fromJsonText, httpHeaders, httpUrl, messages } from '../validators/rules.js'

/** Forms send an emptied field as an empty text: it is not set. */
const emptyToUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value

const text = (most: number) => vine.string().maxLength(most).parse(emptyToUnset).optional()

/** Parts of the specification, and what OAuth 2.0 needs besides. */
const words = {
  accessToken: { title: 'Access Token' },
  apiKey: {
    title: 'API Key',
    description: 'Sent as X-API-Key, or where {apiKey} stands in a header.',
  },
  username: { title: 'Username' },
  password: { title: 'Password' },
  clientId: { title: 'Client ID' },
  clientSecret: { title: 'Client Secret' },
  tokenUrl: {
    title: 'Token URL',
    description: 'Where access tokens are fetched; oauth/token below the base URL when empty.',
    examples: ['https://partner.example/oauth/token'],
  },
  scope: { title: 'Scope', description: 'Scopes asked for, separated by spaces.' },
  headers: {
    title: 'Headers',
    description: 'Sent with every request. {apiKey} and {accessToken} stand for the secrets.',
  },
} satisfies Record<string, PartWords>

/**
 * What all four ways of authentication of the specification accept and keep. The parts a way does
 * not use are marked `x-unused`: forms leave them out.
 */
export function httpCredentials(...used: (keyof typeof words)[]) {
  const said = (name: keyof typeof words): PartWords =>
    used.includes(name) || name === 'headers' ? words[name] : { ...words[name], ...unused }
  const url = vine.string().trim().maxLength(2000).use(httpUrl()).parse(emptyToUnset).optional()
  const headers = vine
    .record(secret({ title: 'Value' }))
    .use(httpHeaders())
    .parse(fromJsonText)
  const credentials = vine.create({
    accessToken: secret(said('accessToken')),
    apiKey: secret(said('apiKey')),
    username: part(text(1000), said('username')),
    password: secret(said('password')),
    clientId: part(text(1000), said('clientId')),
    clientSecret: secret(said('clientSecret')),
    tokenUrl: address(url, said('tokenUrl')),
    scope: part(text(2000), said('scope')),
    headers: part(headers.optional(), said('headers')),
  })
  credentials.messagesProvider = messages
  return credentials
}

const unused = { 'x-unused': true }
