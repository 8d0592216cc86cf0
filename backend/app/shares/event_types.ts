import { assetsRead } from '@crossdock/backend/assets'
import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { sharingWrite } from './contracts/index.js'

const link = {
  assetId: vine.string().meta({ description: 'id of the shared file or folder' }),
  name: vine.string().meta({ description: 'name of the link' }),
  kind: vine.enum(['download', 'upload'] as const),
}

export const shareCreated = defineEvent('share_create', {
  description: 'A link to a file or folder was created',
  security: true,
  permission: assetsRead,
  payload: vine.object({
    ...link,
    expiresAt: vine.string(),
    hasPassword: vine.boolean(),
    maxDownloads: vine.number().nullable(),
    recipients: vine.number().meta({ description: 'number of people the link was mailed to' }),
  }),
  activity: ({ name }) => text('Created the link {name}', { name }),
  several: { sentence: (_, count) => text('Created {count} links', { count }) },
})

export const shareChanged = defineEvent('share_update', {
  description: 'A link got another name, end or limit',
  permission: assetsRead,
  payload: vine.object({
    ...link,
    expiresAt: vine.string(),
    maxDownloads: vine.number().nullable(),
  }),
  activity: ({ name }) => text('Changed the link {name}', { name }),
  several: { sentence: (_, count) => text('Changed {count} links', { count }) },
})

export const shareRevoked = defineEvent('share_revoke', {
  description: 'A link was revoked',
  security: true,
  permission: assetsRead,
  payload: vine.object(link),
  activity: ({ name }) => text('Revoked the link {name}', { name }),
  several: { sentence: (_, count) => text('Revoked {count} links', { count }) },
})

export const shareLinkRead = defineEvent('share_link_read', {
  description: 'The address of a link was read again',
  security: true,
  permission: assetsRead,
  payload: vine.object(link),
})

export const shareDownloaded = defineEvent('share_download', {
  description: 'A visitor downloaded a file, or a folder as a zip, by a link',
  permission: assetsRead,
  payload: vine.object({
    shareId: vine.string(),
    assetId: vine.string().meta({ description: 'id of the file or folder' }),
    name: vine.string().meta({ description: 'name of the file or zip' }),
    link: vine.string().meta({ description: 'name of the link' }),
    isLast: vine.boolean().meta({ description: 'the link allows no more downloads' }),
  }),
  activity: ({ name, link }) => text('Downloaded {name} from the link "{link}"', { name, link }),
  several: {
    alike: ({ shareId }) => shareId,
    sentence: ({ link }, count) =>
      text('Downloaded {count} times from the link "{link}"', { count, link }),
  },
})

export const shareUploaded = defineEvent('share_upload', {
  description: 'A visitor uploaded files by a link; each file also has a `file_upload` event',
  permission: assetsRead,
  payload: vine.object({
    shareId: vine.string(),
    assetId: vine.string().meta({ description: 'id of the folder' }),
    assetIds: vine.array(vine.string()).meta({ description: 'ids of the files' }),
    link: vine.string().meta({ description: 'name of the link' }),
  }),
  activity: ({ assetIds: { length }, link }) =>
    length === 1
      ? text('Uploaded a file by the link "{link}"', { link })
      : text('Uploaded {count} files by the link "{link}"', { count: length, link }),
})

export const shareReported = defineEvent('share_report', {
  description: 'A visitor reported a link',
  permission: sharingWrite,
  payload: vine.object({
    shareId: vine.string(),
    assetId: vine.string().meta({ description: 'id of the shared file or folder' }),
    link: vine.string().meta({ description: 'name of the link' }),
    reason: vine.string().meta({ description: 'the words of the visitor' }),
    email: vine.string().optional().meta({ description: 'email address for an answer' }),
    hasReaders: vine.boolean().meta({
      description: 'false: no one in the organization may change the rules for links',
    }),
  }),
  activity: ({ link }) => text('Reported the link "{link}"', { link }),
})

export const sharingRuleChanged = defineEvent('sharing_rule_changed', {
  description: 'The rules for links to files and folders changed',
  security: true,
  permission: assetsRead,
  payload: vine.object({
    enabled: vine.boolean(),
    defaultDays: vine.number(),
    maxDays: vine.number(),
    passwordRequired: vine.boolean(),
    shownOnce: vine.boolean().optional(),
  }),
  activity: ({ enabled }) =>
    enabled ? text('Changed the rules for links') : text('Turned links to files and folders off'),
})
