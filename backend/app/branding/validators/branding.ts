import { answerShape, instant, namedShape, word } from '@crossdock/kernel/http'
import { brandShape } from '@crossdock/backend/tenants'
import vine from '@vinejs/vine'
import { brandColor, brandName, plainLines } from '../contracts/shapes.js'

export const brandingBody = vine.create({
  productName: brandName().meta({
    description: 'Stands where Crossdock stands: on the sign-in page, in the console and in mails.',
  }),
  primaryColor: brandColor().meta({
    description:
      'Of buttons, as `#rrggbb`: 4.5:1 or more to light pages. Dark pages get one of their own, made of it.',
  }),
  accentColor: brandColor().meta({
    description:
      'Of links, as `#rrggbb`: 4.5:1 or more to light pages. null: made of the primary color.',
  }),
  mailSender: brandName().meta({
    description: 'Before the address mails come from, which stays. null: the product name.',
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
      'A host name of the organization. It is served once it was verified; the answer says by which record.',
  }),
})

export const colorsQuery = vine.create({
  primaryColor: brandColor(),
  accentColor: brandColor(),
})

const ratios = () =>
  namedShape('ContrastRatios', {
    text: vine.number().meta({ description: 'Of the text on buttons to them.' }),
    part: vine.number().meta({ description: 'Of buttons to the page.' }),
    link: vine.number().meta({ description: 'Of links to the page.' }),
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
      field: word(['primaryColor', 'accentColor']),
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
          '`claimed`: to be verified, and not served. `verified`: the organization is reached there. `missing`: the same, but its record is gone, and it ends at `endsAt`.',
      }),
      recordName: vine.string().meta({ description: 'Name of the TXT record.' }),
      recordValue: vine.string().meta({ description: 'What has to stand in it.' }),
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
  logo: vine.string().nullable().meta({ description: 'Where the logo is, below this host.' }),
  colors: brandShape().colors,
  customDomain: vine.string().nullable(),
  domain: domain(),
  updatedAt: instant().nullable(),
})

export const verificationAnswer = answerShape('DomainVerification', {
  outcome: vine.string().meta({
    description:
      '`absent`: there is no such record. `other`: there is one, which says something else. `unreachable`: its DNS does not answer.',
  }),
  found: vine.array(vine.string()).meta({ description: 'What stands in the record.' }),
  branding: namedShape('VerifiedDomain', {
    customDomain: vine.string().nullable(),
    domain: domain(),
  }),
})

export const publicBrand = answerShape('Brand', brandShape())

export const domainCheckQuery = vine.create({
  domain: vine.string().trim().minLength(1).maxLength(255),
})
