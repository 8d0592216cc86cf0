import { plainLines } from '@crossdock/backend/branding'
import {
  answerShape,
  instant,
  mailAddress,
  namedShape,
  plainName,
  openEnum,
  type Output,
} from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { shareStatuses } from '../models/share.js'

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export const mostRecipients = 20

/** Length of the reason in a visitor's report. */
export const mostReason = 1000

const name = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .use(plainName({ dotted: true }))

const kind = () => vine.enum(['download', 'upload'] as const)

const expiresAt = (byDefault: string) =>
  vine
    .string()
    .regex(isoInstant)
    .optional()
    .meta({
      description: `Default: ${byDefault}. Limited by \`maxDays\` of the sharing rule after creation.`,
    })

const maxDownloads = (byDefault: string) =>
  vine
    .number()
    .withoutDecimals()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .meta({
      description: `Maximum number of downloads; null: no limit. All files of a folder share it. Default: ${byDefault}.`,
    })

export const newShare = vine.create({
  kind: kind().meta({
    description:
      'download: see and download the file, or the folder and its contents. upload: add files to the folder without seeing its contents.',
  }),
  name: name().optional().meta({ description: 'Default: the name of the file or folder.' }),
  password: vine.string().minLength(8).maxLength(200).nullable().optional(),
  expiresAt: expiresAt('`defaultDays` of the sharing rule after creation'),
  maxDownloads: maxDownloads('null'),
  recipients: vine
    .array(mailAddress())
    .maxLength(mostRecipients)
    .distinct()
    .optional()
    .meta({ description: 'Each address gets a mail with the link, never with the password.' }),
  message: vine.string().trim().maxLength(2000).nullable().optional().meta({
    description: 'Shown in the mails and on the page of the link.',
  }),
})

export const shareChanges = vine.create({
  name: name().optional(),
  expiresAt: expiresAt('unchanged'),
  maxDownloads: maxDownloads('unchanged'),
})

/** Changes to several links together. */
export const bulkRevoke = vine.create({
  action: vine.enum(['revoke'] as const),
  ids: vine
    .array(vine.string().regex(/^[\w-]{1,36}$/))
    .minLength(1)
    .maxLength(1000),
})

const shown = {
  id: vine.string(),
  assetId: vine.string(),
  assetName: vine
    .string()
    .nullable()
    .meta({ description: 'null: the file or folder was deleted.' }),
  kind: openEnum(['download', 'upload']),
  name: vine.string(),
  hasPassword: vine.boolean({ strict: true }),
  message: vine.string().nullable(),
  recipients: vine.array(vine.string()),
  expiresAt: instant(),
  maxDownloads: vine.number().withoutDecimals().nullable(),
  downloads: vine.number().withoutDecimals(),
  uploads: vine.number().withoutDecimals().meta({ description: 'Files uploaded by the link.' }),
  lastUsedAt: instant().nullable(),
  createdBy: vine.string(),
  creator: vine.string().nullable().meta({
    description:
      'Name of the creator. If the creator has no name: the email address for callers with `users.read`, otherwise null.',
  }),
  createdAt: instant(),
  revokedAt: instant().nullable(),
  status: openEnum(shareStatuses),
  canCopy: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether `POST /shares/{id}/link` returns its address.' }),
}

export const shareShape = answerShape('Share', shown)

export const sharesShape = vine.create(vine.array(namedShape('Share', shown)))

export const createdShareShape = answerShape('CreatedShare', {
  ...shown,
  url: vine.string().meta({ description: 'The link itself.' }),
})

export const shareLinkShape = answerShape('ShareLink', {
  url: vine.string().meta({ description: 'The link itself.' }),
})

const days = () => vine.number().withoutDecimals().min(1).max(3650)

export const sharingRuleBody = vine.create({
  enabled: vine.boolean({ strict: true }),
  defaultDays: days(),
  maxDays: days(),
  passwordRequired: vine.boolean({ strict: true }),
  shownOnce: vine.boolean({ strict: true }).optional().meta({
    description: 'Default: unchanged. true also deletes the stored addresses of existing links.',
  }),
})

export const sharingRuleShape = answerShape('SharingRule', {
  enabled: vine
    .boolean({ strict: true })
    .meta({ description: 'false: no link can be created, and none works.' }),
  defaultDays: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'Default lifetime of a link in days.' }),
  maxDays: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'Maximum lifetime of a link in days, from the day it was created.' }),
  passwordRequired: vine.boolean({ strict: true }).meta({ description: 'Applies to new links.' }),
  shownOnce: vine.boolean({ strict: true }).meta({
    description: 'A link is only in the answer that creates it; the server keeps no copy.',
  }),
})

/** Forms of visitors. */
export const passwordForm = vine.create({ password: vine.string().maxLength(200) })

export const reportForm = vine.create({
  reason: vine.string().trim().minLength(1).maxLength(mostReason).use(plainLines(undefined)),
  // A form also sends empty fields.
  email: mailAddress()
    .parse((value) => (value === '' ? undefined : value))
    .optional(),
})

export const folderQuery = vine.create({
  /** The page to preview, for a file. */
  page: vine.number().withoutDecimals().min(1).max(100_000).optional(),
  search: vine.string().trim().maxLength(200).optional(),
  sort: vine.enum(['name', 'newest', 'largest'] as const).optional(),
  view: vine.enum(['list', 'tiles'] as const).optional(),
})

export type FolderQuery = Output<typeof folderQuery>

export const previewQuery = vine.create({
  page: vine.number().withoutDecimals().min(1).max(100_000).optional(),
})
