import { answerShape } from '@crossdock/kernel/shapes'
import { operation } from '@crossdock/kernel/http'
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
const publicController = () => import('./controllers/public_controller.js')

const write = { permission: brandingWrite, response: brandingAnswer } as const

/** Maximum size of a picture. */
const maxBytes = 512 * 1024

export default [
  operation(
    'GET /tenant/branding',
    {
      summary: 'Get the branding and the domain of the organization',
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
      summary: 'Preview colors and their contrasts',
      description: 'Changes nothing.',
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
        'The body is a PNG, JPEG or WebP of at most 512 KiB. The server redraws it, with at most 320 pixels at its longest side.',
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
    { summary: 'Remove the logo of the organization', permission: brandingWrite, status: 204 },
    controller,
    'destroyLogo'
  ),
  operation(
    'POST /tenant/branding/domain/verification',
    {
      summary: 'Verify the claimed domain',
      description:
        'Looks up the TXT record that `GET /tenant/branding` names, and returns the result. With the record, people can sign in at the domain. If the record is missing for seven days, the domain is removed.',
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
      summary: 'Get the branding of the organization at this address',
      description:
        'The host of the request selects the organization: by its subdomain or its own domain. Other addresses return the branding of the operator. An unknown organization looks like one without branding.',
      access: 'public',
      response: publicBrand,
    },
    publicController,
    'show'
  ),
  operation(
    'GET /branding/logo/{hash}',
    {
      summary: 'Read a logo',
      description: 'A picture that never changes at this address.',
      access: 'public',
    },
    publicController,
    'logo'
  ),
  operation(
    'GET /branding/domain-check',
    {
      summary: 'Check whether a domain belongs to an organization',
      description: 'For proxies that get certificates on demand: 200 if it does, otherwise 404.',
      access: 'public',
      query: domainCheckQuery,
      refusals: [404],
      response: answerShape('OwnDomain', { domain: vine.string() }),
    },
    publicController,
    'check'
  ),
]
