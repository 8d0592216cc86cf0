import { answerShape, mailAddress } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { plain } from './user.js'

export const appearances = ['system', 'light', 'dark'] as const

/** The address comes along where a profile is sent back as it was read; it stays what it is. */
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
    .meta({ description: 'A BCP 47 tag; null: the one the browser asks for.' }),
  timeZone: vine
    .string()
    .nullable()
    .meta({ description: 'Of the IANA database; null: that of the browser.' }),
  appearance: vine.enum(appearances),
})
