import { address, part, secret, type PartWords } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import { emptyToUnset, fromJsonText, httpHeaders, httpUrl, messages } from '../definitions/rules.js'

export const text = (most: number) => vine.string().maxLength(most).parse(emptyToUnset).optional()

/** Credential fields of the specification, and additional fields of OAuth 2.0. */
const words = {
  username: { title: 'Username' },
  password: { title: 'Password' },
  apiKey: {
    title: 'API Key',
    description: 'Sent as X-API-Key, or in a header that contains {apiKey}.',
  },
  clientId: { title: 'Client ID' },
  clientSecret: { title: 'Client Secret' },
  accessToken: { title: 'Access Token' },
  tokenUrl: {
    title: 'Token URL',
    description: 'Where access tokens are fetched; oauth/token below the base URL when empty.',
    examples: ['https://partner.example/oauth/token'],
  },
  scope: { title: 'Scope', description: 'Scopes asked for, separated by spaces.' },
  audience: {
    title: 'Audience',
    description: 'The API for which the provider issues the token. Auth0 needs it.',
  },
  resource: { title: 'Resource', description: 'The address the token is for (RFC 8707).' },
  clientAuthentication: {
    title: 'Client Authentication',
    description:
      'client_secret_post sends ID and secret in the form. Otherwise they are sent as Basic.',
  },
  tokenParameters: {
    title: 'Token Parameters',
    description: 'Further fields of the request for a token.',
  },
  headers: {
    title: 'Headers',
    description: 'Sent with every request. {apiKey} and {accessToken} stand for the secrets.',
  },
} satisfies Record<string, PartWords>

type Name = keyof typeof words

export interface UsedParts {
  /** Required fields, in the order of the form. */
  asked: Name[]
  /** Optional fields, which the form shows under "More" together with the headers. */
  more?: Name[]
  /** Fields that only the API accepts. The form shows them only if they are set. */
  unasked?: Name[]
}

/**
 * Returns the parts of credentials that all four authentication types of the specification accept and store.
 * Forms show the fields in schema order. Marks control the display: `x-unused` for a field that a type does not
 * use, `x-more` and `x-unasked`.
 */
export function httpCredentials({ asked, more = [], unasked = [] }: UsedParts) {
  const said = (name: Name): PartWords => {
    if (asked.includes(name)) return words[name]
    if (more.includes(name) || name === 'headers') return { ...words[name], ...behindMore }
    if (unasked.includes(name)) return { ...words[name], ...behindMore, ...notAsked }
    return { ...words[name], ...unused }
  }
  const url = vine.string().trim().maxLength(2000).use(httpUrl()).parse(emptyToUnset).optional()
  const method = vine.enum(clientAuthentications).parse(emptyToUnset).optional()
  const credentials = vine.create({
    username: part(text(1000), said('username')),
    password: secret(said('password')),
    apiKey: secret(said('apiKey')),
    clientId: part(text(1000), said('clientId')),
    clientSecret: secret(said('clientSecret')),
    accessToken: secret(said('accessToken')),
    tokenUrl: address(url, said('tokenUrl')),
    scope: part(text(2000), said('scope')),
    audience: part(text(2000), said('audience')),
    resource: part(text(2000), said('resource')),
    clientAuthentication: part(method, said('clientAuthentication')),
    tokenParameters: part(texts().parse(fromJsonText).optional(), said('tokenParameters')),
    headers: part(headerTexts(), said('headers')),
  })
  credentials.messagesProvider = messages
  return credentials
}

/** Returns the parts of credentials for OAuth 2.0 with an authorization code. */
export function codeCredentials() {
  const url = () =>
    vine.string().trim().maxLength(2000).use(httpUrl()).parse(emptyToUnset).optional()
  const more = (name: Name): PartWords => ({ ...words[name], ...behindMore })
  const method = vine.enum(clientAuthentications).parse(emptyToUnset).optional()
  const credentials = vine.create({
    clientId: part(text(1000), words.clientId),
    clientSecret: secret(words.clientSecret),
    authorizationUrl: address(url(), {
      title: 'Authorization URL',
      description: 'Where a person grants access.',
      examples: ['https://partner.example/oauth/authorize'],
    }),
    tokenUrl: address(url(), words.tokenUrl),
    scope: part(text(2000), words.scope),
    audience: part(text(2000), more('audience')),
    resource: part(text(2000), more('resource')),
    clientAuthentication: part(method, more('clientAuthentication')),
    headers: moreHeaders(),
  })
  credentials.messagesProvider = messages
  return credentials
}

const texts = () => vine.record(secret({ title: 'Value' }))
const headerTexts = () => texts().use(httpHeaders()).parse(fromJsonText).optional()

/** Returns the part for headers of every request, for authentication types that have other credentials. */
export const moreHeaders = () =>
  part(headerTexts(), {
    title: 'Headers',
    description: 'Sent with every request.',
    ...behindMore,
  })

/** Authentication methods of clients, by their names in OpenID Connect Core, 9. */
const clientAuthentications = ['client_secret_basic', 'client_secret_post'] as const

const unused = { 'x-unused': true }
const behindMore = { 'x-more': true }
const notAsked = { 'x-unasked': true }
