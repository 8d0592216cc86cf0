import {
  answerShape,
  instant,
  mailAddress,
  namedShape,
  plainName,
  word,
  type Output,
} from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { shareStatuses } from '../queries/status.js'

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export const mostRecipients = 20

const name = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(255)
    .use(plainName({ dotted: true }))

const kind = () => vine.enum(['download', 'upload'] as const)

const expiresAt = () =>
  vine.string().regex(isoInstant).optional().meta({
    description:
      'Left out: after the days that the rule about links says. No later than it allows.',
  })

const maxDownloads = () =>
  vine.number().withoutDecimals().min(1).max(1_000_000).nullable().optional().meta({
    description:
      'How many downloads there can be, of a folder of all its files together; null: any.',
  })

export const newShare = vine.create({
  kind: kind().meta({
    description:
      'download: see and download the thing and what lies in it. upload: put files into the folder, and see nothing of it.',
  }),
  name: name().optional().meta({ description: 'Left out: the name of the file or folder.' }),
  password: vine.string().minLength(8).maxLength(200).nullable().optional(),
  expiresAt: expiresAt(),
  maxDownloads: maxDownloads(),
  recipients: vine
    .array(mailAddress())
    .maxLength(mostRecipients)
    .distinct()
    .optional()
    .meta({ description: 'Each is mailed the link, never the password.' }),
  message: vine.string().trim().maxLength(2000).nullable().optional().meta({
    description: 'Shown in the mails and on the page of the link.',
  }),
})

export const shareChanges = vine.create({
  name: name().optional(),
  expiresAt: expiresAt(),
  maxDownloads: maxDownloads(),
})

/** What is done with several at once. */
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
  assetName: vine.string().nullable().meta({ description: 'null: it is gone.' }),
  kind: word(['download', 'upload']),
  name: vine.string(),
  hasPassword: vine.boolean({ strict: true }),
  message: vine.string().nullable(),
  recipients: vine.array(vine.string()),
  expiresAt: instant(),
  maxDownloads: vine.number().withoutDecimals().nullable(),
  downloads: vine.number().withoutDecimals(),
  uploads: vine.number().withoutDecimals().meta({ description: 'Files that came in by it.' }),
  lastUsedAt: instant().nullable(),
  createdBy: vine.string(),
  creator: vine.string().nullable().meta({
    description: "Its maker's name, or for callers with `users.read` their address.",
  }),
  createdAt: instant(),
  revokedAt: instant().nullable(),
  status: word(shareStatuses),
  canCopy: vine
    .boolean({ strict: true })
    .meta({ description: 'Whether `POST /shares/{id}/link` has its address.' }),
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
    description:
      'Left out: as it is. true also forgets the addresses of links that were kept until then.',
  }),
})

export const sharingRuleShape = answerShape('SharingRule', {
  enabled: vine
    .boolean({ strict: true })
    .meta({ description: 'false: no link is made, and none works.' }),
  defaultDays: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'How long a link works that does not say.' }),
  maxDays: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'No link works longer than this from the day it was made.' }),
  passwordRequired: vine
    .boolean({ strict: true })
    .meta({ description: 'Of links that are made from then on.' }),
  shownOnce: vine.boolean({ strict: true }).meta({
    description: 'A link is in the answer that makes it alone: no copy is kept.',
  }),
})

/** What visitors send. */
export const passwordForm = vine.create({ password: vine.string().maxLength(200) })

export const folderQuery = vine.create({
  /** Of a file that is shown: the page of its preview. */
  page: vine.number().withoutDecimals().min(1).max(100_000).optional(),
  search: vine.string().trim().maxLength(200).optional(),
  sort: vine.enum(['name', 'newest', 'largest'] as const).optional(),
  view: vine.enum(['list', 'tiles'] as const).optional(),
})

export type FolderQuery = Output<typeof folderQuery>

export const previewQuery = vine.create({
  page: vine.number().withoutDecimals().min(1).max(100_000).optional(),
})
