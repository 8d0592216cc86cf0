import { assetsRead } from '@crossdock/backend/assets'
import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const link = {
  assetId: vine.string().meta({ description: 'of the file or folder it leads to' }),
  name: vine.string().meta({ description: 'what the link is called' }),
  kind: vine.enum(['download', 'upload'] as const),
}

export const shareCreated = defineEvent('share_create', {
  description: 'A link to a file or folder was made',
  security: true,
  permission: assetsRead,
  payload: vine.object({
    ...link,
    expiresAt: vine.string(),
    hasPassword: vine.boolean(),
    maxDownloads: vine.number().nullable(),
    recipients: vine.number().meta({ description: 'how many people it was mailed to' }),
  }),
  activity: ({ name }) => text('Created the link {name}', { name }),
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
})

export const shareRevoked = defineEvent('share_revoke', {
  description: 'A link was revoked',
  security: true,
  permission: assetsRead,
  payload: vine.object(link),
  activity: ({ name }) => text('Revoked the link {name}', { name }),
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
    assetId: vine.string().meta({ description: 'of the file or folder' }),
    name: vine.string().meta({ description: 'of the file or zip' }),
    link: vine.string().meta({ description: 'what the link is called' }),
    isLast: vine.boolean().meta({ description: 'the link allows no more of them' }),
  }),
  activity: ({ name, link }) => text('Downloaded {name} from the link "{link}"', { name, link }),
})

export const shareUploaded = defineEvent('share_upload', {
  description: 'Somebody has uploaded files by a link; each is told by `file_upload`, too',
  permission: assetsRead,
  payload: vine.object({
    shareId: vine.string(),
    assetId: vine.string().meta({ description: 'of the folder' }),
    assetIds: vine.array(vine.string()).meta({ description: 'of the files' }),
    link: vine.string().meta({ description: 'what the link is called' }),
  }),
  activity: ({ assetIds: { length }, link }) =>
    length === 1
      ? text('Uploaded a file by the link "{link}"', { link })
      : text('Uploaded {count} files by the link "{link}"', { count: length, link }),
})

export const sharingRuleChanged = defineEvent('sharing_rule_changed', {
  description: 'What links to files and folders may be like was changed',
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
    enabled ? text('Changed the rule about links') : text('Turned links to files and folders off'),
})
