import {
  answerShape,
  instant,
  namedShape,
  plainName,
  unreadable,
  word,
} from '@crossdock/kernel/http'
import { brandShape } from '@crossdock/backend/tenants'
import vine from '@vinejs/vine'

const name = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(60)
    .use(plainName({ dotted: true }))
    .nullable()
    .optional()

const color = () =>
  vine
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .optional()

/** Lines of text, without what cannot be seen or turns the reading direction around. */
const plainLines = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string' || value === '') return
  const lines = value.replace(/\r\n?/g, '\n').split('\n')
  if (lines.some((line) => line !== '' && unreadable(line) !== null)) {
    const message =
      'The {{ field }} holds characters that cannot be seen or that turn the reading direction around.'
    return field.report(message, 'plainLines', field)
  }
  field.mutate(lines.join('\n'), field)
})

export const brandingBody = vine.create({
  productName: name().meta({
    description: 'Stands where Crossdock stands: on the sign-in page, in the console and in mails.',
  }),
  primaryColor: color().meta({
    description:
      'Of buttons, as `#rrggbb`: 4.5:1 or more to light pages. Dark pages get one of their own, made of it.',
  }),
  accentColor: color().meta({
    description:
      'Of links, as `#rrggbb`: 4.5:1 or more to light pages. null: made of the primary color.',
  }),
  mailSender: name().meta({
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
  primaryColor: color(),
  accentColor: color(),
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
