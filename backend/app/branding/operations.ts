import { answerShape, operation } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { brandingWrite } from './contracts/index.js'
import {
  brandingAnswer,
  brandingBody,
  colorsAnswer,
  colorsQuery,
  domainCheckQuery,
  publicBrand,
  verificationAnswer,
} from './validators/branding.js'

const controller = () => import('./controllers/branding_controller.js')
const anybodys = () => import('./controllers/public_controller.js')

const write = { permission: brandingWrite, response: brandingAnswer } as const

/** Longest picture that is read. */
const maxBytes = 512 * 1024

export default [
  operation(
    'GET /tenant/branding',
    {
      summary: 'How the organization shows itself, and its own domain',
      response: brandingAnswer,
    },
    controller,
    'show'
  ),
  operation(
    'PUT /tenant/branding',
    {
      summary: 'Change the name, colors and mails of the organization, or claim a domain',
      description:
        'Takes all or some of the fields: an omitted field stays, and null removes it. An unreadable color is refused with the nearest readable one. It also claims a domain, which Crossdock serves once it is verified.',
      ...write,
      body: brandingBody,
      refusals: [409],
    },
    controller,
    'update'
  ),
  operation(
    'GET /tenant/branding/colors',
    {
      summary: 'What comes of colors, with their contrasts',
      description: 'Changes nothing: for who chooses.',
      permission: brandingWrite,
      query: colorsQuery,
      response: colorsAnswer,
    },
    controller,
    'colors'
  ),
  operation(
    'PUT /tenant/branding/logo',
    {
      summary: 'Set the logo of the organization',
      description:
        'The body is a PNG, JPEG or WebP of at most 512 KiB. It is drawn anew, 320 pixels at its longest side at most.',
      ...write,
      reads: 'raw',
      maxBytes,
      refusals: [503],
    },
    controller,
    'storeLogo'
  ),
  operation(
    'DELETE /tenant/branding/logo',
    { summary: 'Take the logo of the organization away', permission: brandingWrite, status: 204 },
    controller,
    'destroyLogo'
  ),
  operation(
    'POST /tenant/branding/domain/verification',
    {
      summary: 'Verify the domain that is claimed',
      description:
        'Looks for the TXT record that `GET /tenant/branding` names, and says what it has found. With it people sign in at the domain from then on. A record that is gone for seven days takes the domain away.',
      permission: brandingWrite,
      proof: 'fresh',
      response: verificationAnswer,
      refusals: [409],
    },
    controller,
    'verify'
  ),
  operation(
    'GET /branding',
    {
      summary: 'How the organization of this address shows itself',
      description:
        "By the host the request is sent to: its subdomain, or its own domain. The operator's at every address that is no organization's. Nothing chosen, alike, for an organization that is not known.",
      access: 'public',
      response: publicBrand,
    },
    anybodys,
    'show'
  ),
  operation(
    'GET /branding/logo/{hash}',
    {
      summary: 'Read a logo',
      description: 'A picture; at this address it never changes.',
      access: 'public',
    },
    anybodys,
    'logo'
  ),
  operation(
    'GET /branding/domain-check',
    {
      summary: 'Whether a domain is one at which an organization is reached',
      description: 'For proxies that get certificates on demand: 200 where it is, else 404.',
      access: 'public',
      query: domainCheckQuery,
      refusals: [404],
      response: answerShape('OwnDomain', { domain: vine.string() }),
    },
    anybodys,
    'check'
  ),
]
