import { answerShape, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { importStates } from '../models/user_import.js'
import { outcomes } from '../models/user_import_row.js'

export const importUsersQuery = vine.create({
  dryRun: vine.boolean().optional(),
  invite: vine.boolean().optional(),
})

export const importUsersBody = vine.create({ csv: vine.string().maxLength(1024 * 1024) })

/** The multipart form with a file of people. */
export const importForm = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'text/csv' } },
}

export const importAnswer = answerShape('UserImport', {
  id: vine.string(),
  state: openEnum(importStates),
  invite: vine.boolean({ strict: true }),
  total: vine.number(),
  invites: vine.number(),
  changes: vine.number(),
  unchanged: vine.number(),
  errors: vine.number(),
  done: vine.number(),
  mailed: vine.number(),
  message: vine.string().nullable(),
  createdAt: instant(),
  finishedAt: instant().nullable(),
})

export const importRowAnswer = answerShape('UserImportRow', {
  id: vine.string(),
  line: vine.number(),
  outcome: openEnum(outcomes),
  email: vine.string().nullable(),
  firstName: vine.string().nullable(),
  lastName: vine.string().nullable(),
  role: vine.string().nullable(),
  isActive: vine.boolean({ strict: true }).nullable(),
  changes: vine.array(vine.string()),
  field: vine.string().nullable(),
  message: vine.string().nullable(),
})
