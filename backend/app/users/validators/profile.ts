import { answerShape, mailAddress } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { plain } from './user.js'

export const appearances = ['system', 'light', 'dark'] as const

/** Accepts the address, so that a profile can be sent back as it was read; the address cannot change. */
export const profileBody = vine.create({
  email: mailAddress().optional(),
  firstName: plain().nullable().optional(),
  lastName: plain().nullable().optional(),
  language: vine
    .string()
    .trim()
    .maxLength(35)
    .nullable()
    .optional()
    .meta({ examples: ['de'] }),
  timeZone: vine
    .string()
    .trim()
    .maxLength(64)
    .nullable()
    .optional()
    .meta({ examples: ['Europe/Berlin'] }),
  appearance: vine.enum(appearances).optional(),
})

export const profileAnswer = answerShape('Profile', {
  email: vine.string(),
  firstName: vine.string().nullable(),
  lastName: vine.string().nullable(),
  language: vine
    .string()
    .nullable()
    .meta({ description: 'A BCP 47 tag; null: the language of the browser.' }),
  timeZone: vine
    .string()
    .nullable()
    .meta({ description: 'Of the IANA database; null: the time zone of the browser.' }),
  appearance: vine.enum(appearances),
})
