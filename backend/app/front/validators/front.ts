import { brandColor, brandName, plainLines } from '@crossdock/backend/branding'
import { answerShape, instant, mailAddress, plainName, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

export const longestMessage = 4_000

/** A form sends each of its fields, empty ones too. */
export const demoForm = vine.create({
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(plainName({ dotted: true })),
  email: mailAddress(),
  message: vine.string().trim().maxLength(longestMessage).use(plainLines(undefined)).optional(),
})

export const demoRequestAnswer = answerShape('DemoRequest', {
  id: vine.string(),
  name: vine.string(),
  email: vine.string(),
  message: vine.string().nullable(),
  status: word(['open', 'answered']),
  createdAt: instant(),
  answeredAt: instant().nullable(),
})

export const demoRequestBody = vine.create({
  status: vine.enum(['open', 'answered'] as const),
})

const whole = (least: number, most: number) =>
  vine.number({ strict: true }).withoutDecimals().range([least, most]).nullable().optional()

export const publicPagesBody = vine.create({
  productName: brandName().meta({
    description: 'Stands where Crossdock stands, on the public pages and at sign-in.',
  }),
  primaryColor: brandColor().meta({
    description: 'Of buttons, as `#rrggbb`: 4.5:1 or more to light pages.',
  }),
  trialDays: whole(1, 365).meta({ description: 'Days of the free trial.' }),
  uptimePercent: vine
    .number({ strict: true })
    .decimal([0, 3])
    .range([90, 100])
    .nullable()
    .optional()
    .meta({ description: 'Uptime that the operator promises.' }),
  monthlyTransferTb: whole(1, 100_000).meta({ description: 'Terabytes a month, at the most.' }),
  integrations: whole(1, 1_000_000),
  organizations: whole(1, 1_000_000_000).meta({ description: 'Client organizations.' }),
  encryptionBits: whole(128, 512),
  pricingCallMinutes: whole(5, 240).meta({ description: 'Length of the pricing call.' }),
})

export const publicPagesAnswer = answerShape('PublicPages', {
  productName: vine.string().nullable(),
  primaryColor: vine.string().nullable(),
  logo: vine.string().nullable().meta({ description: 'Where the logo is, below this host.' }),
  trialDays: vine.number().nullable(),
  uptimePercent: vine.number().nullable(),
  monthlyTransferTb: vine.number().nullable(),
  integrations: vine.number().nullable(),
  organizations: vine.number().nullable(),
  encryptionBits: vine.number().nullable(),
  pricingCallMinutes: vine.number().nullable(),
  updatedAt: instant().nullable(),
})
