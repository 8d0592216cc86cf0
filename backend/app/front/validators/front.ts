import { brandColor, brandName, plainLines } from '@crossdock/backend/branding'
import { answerShape, instant, mailAddress, plainName, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

export const longestMessage = 4_000

/** A form sends all of its fields, including empty ones. */
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
  status: openEnum(['open', 'answered']),
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
    description: 'Replaces the name Crossdock on the public pages and at sign-in.',
  }),
  primaryColor: brandColor().meta({
    description:
      'Color of buttons, as `#rrggbb`, with a contrast of at least 4.5:1 to light pages.',
  }),
  trialDays: whole(1, 365).meta({ description: 'Days of the free trial.' }),
  uptimePercent: vine
    .number({ strict: true })
    .decimal([0, 3])
    .range([90, 100])
    .nullable()
    .optional()
    .meta({ description: 'Uptime that the operator promises.' }),
  monthlyTransferTb: whole(1, 100_000).meta({ description: 'Limit in terabytes a month.' }),
  integrations: whole(1, 1_000_000),
  organizations: whole(1, 1_000_000_000).meta({ description: 'Client organizations.' }),
  encryptionBits: whole(128, 512),
  pricingCallMinutes: whole(5, 240).meta({ description: 'Length of the pricing call.' }),
})

export const publicPagesAnswer = answerShape('PublicPages', {
  productName: vine.string().nullable(),
  primaryColor: vine.string().nullable(),
  logo: vine.string().nullable().meta({ description: 'Path of the logo on this host.' }),
  trialDays: vine.number().nullable(),
  uptimePercent: vine.number().nullable(),
  monthlyTransferTb: vine.number().nullable(),
  integrations: vine.number().nullable(),
  organizations: vine.number().nullable(),
  encryptionBits: vine.number().nullable(),
  pricingCallMinutes: vine.number().nullable(),
  updatedAt: instant().nullable(),
})
