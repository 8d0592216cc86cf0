import { answerShape, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import { brandShape } from '@crossdock/backend/tenants'
import vine from '@vinejs/vine'
import { brandColor, brandName, plainLines } from '../contracts/shapes.js'

export const brandingBody = vine.create({
  productName: brandName().meta({
    description: 'Replaces the name Crossdock on the sign-in page, in the console and in mails.',
  }),
  primaryColor: brandColor().meta({
    description:
      'Color of buttons, as `#rrggbb`, with a contrast of at least 4.5:1 to light pages. The color for dark pages is derived from it.',
  }),
  accentColor: brandColor().meta({
    description:
      'Color of links, as `#rrggbb`, with a contrast of at least 4.5:1 to light pages. null: derived from the primary color.',
  }),
  mailSender: brandName().meta({
    description: 'Sender name of mails; the address stays the same. null: the product name.',
  }),
  mailFooter: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(500)
    .use(plainLines(undefined))
    .nullable()
    .optional()
    .meta({ description: 'Lines below every mail of the organization.' }),
  customDomain: vine.string().trim().minLength(1).maxLength(255).nullable().optional().meta({
    description:
      'A host name of the organization. Crossdock serves it after verification; the answer names the required record.',
  }),
})

export const colorsQuery = vine.create({
  primaryColor: brandColor(),
  accentColor: brandColor(),
})

const ratios = () =>
  namedShape('ContrastRatios', {
    text: vine.number().meta({ description: 'Contrast of the text on buttons.' }),
    part: vine.number().meta({ description: 'Contrast of buttons to the page.' }),
    link: vine.number().meta({ description: 'Contrast of links to the page.' }),
  })

const { colors } = brandShape()

export const colorsAnswer = answerShape('BrandingColors', {
  colors,
  ratios: vine
    .object({ light: ratios(), dark: ratios() })
    .nullable()
    .meta({ title: 'BrandingRatios' }),
  unreadable: vine.array(
    namedShape('UnreadableColor', {
      field: openEnum(['primaryColor', 'accentColor']),
      color: vine.string(),
      ratio: vine.number(),
      needed: vine.number(),
      nearest: vine.string().meta({ description: 'The nearest color that can be read.' }),
    })
  ),
})

const domain = () =>
  vine
    .object({
      status: vine.string().meta({
        description:
          '`claimed`: not verified and not served. `verified`: served. `missing`: still served, but its record is missing; it ends at `endsAt`.',
      }),
      recordName: vine.string().meta({ description: 'Name of the TXT record.' }),
      recordValue: vine.string().meta({ description: 'Required content of the record.' }),
      verifiedAt: instant().nullable(),
      checkedAt: instant().nullable(),
      endsAt: instant().nullable(),
    })
    .nullable()
    .meta({ title: 'BrandingDomain' })

export const brandingAnswer = answerShape('Branding', {
  productName: vine.string().nullable(),
  primaryColor: vine.string().nullable(),
  accentColor: vine.string().nullable(),
  mailSender: vine.string().nullable(),
  mailFooter: vine.string().nullable(),
  logo: vine.string().nullable().meta({ description: 'Path of the logo on this host.' }),
  colors: brandShape().colors,
  customDomain: vine.string().nullable(),
  domain: domain(),
  updatedAt: instant().nullable(),
})

export const verificationAnswer = answerShape('DomainVerification', {
  outcome: vine.string().meta({
    description:
      '`absent`: the record does not exist. `other`: its content is wrong. `unreachable`: its DNS does not answer.',
  }),
  found: vine.array(vine.string()).meta({ description: 'Content of the record.' }),
  branding: namedShape('VerifiedDomain', {
    customDomain: vine.string().nullable(),
    domain: domain(),
  }),
})

export const publicBrand = answerShape('Brand', brandShape())

export const domainCheckQuery = vine.create({
  domain: vine.string().trim().minLength(1).maxLength(255),
})
