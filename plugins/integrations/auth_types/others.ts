import { part, secret } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import type { MessagesProviderContact } from '@vinejs/vine/types'
import type { AuthTypeKind } from '../contracts/index.js'
import { messages } from '../definitions/rules.js'
import { moreHeaders, text } from './credentials.js'

/** Maximum length of a certificate with its chain, in characters. */
const maxPem = 16_384

/** No authentication, for public systems and for systems that trust a network. */
export const none = {
  label: 'No authentication',
  description: 'Sends no credentials.',
  icon: 'lock-open',
  config: worded(vine.create({ headers: moreHeaders() })),
} satisfies AuthTypeKind

export const digest = {
  label: 'Digest (username and password)',
  description: 'Answers the challenge of the system without sending the password (RFC 7616).',
  icon: 'fingerprint',
  config: worded(
    vine.create({
      username: part(text(1000), { title: 'Username' }),
      password: secret({ title: 'Password' }),
      headers: moreHeaders(),
    })
  ),
} satisfies AuthTypeKind

export const clientCertificate = {
  label: 'Client certificate',
  description: 'Shows a certificate when the TLS connection is made (mutual TLS).',
  icon: 'file-badge',
  config: worded(
    vine.create({
      certificate: part(text(maxPem), {
        title: 'Certificate',
        description: 'PEM, with the certificates of its issuers behind it.',
        examples: ['-----BEGIN CERTIFICATE-----'],
      }),
      privateKey: secret({ title: 'Private Key', description: 'PEM, of the certificate.' }),
      passphrase: secret({ title: 'Passphrase', description: 'For an encrypted private key.' }),
      authorities: part(text(maxPem), {
        title: 'Trusted Issuers',
        description:
          'PEM certificates to trust in addition to the public ones, for a system with a private issuer.',
      }),
      headers: moreHeaders(),
    })
  ),
} satisfies AuthTypeKind

function worded<V extends { messagesProvider: MessagesProviderContact }>(validator: V): V {
  validator.messagesProvider = messages
  return validator
}
