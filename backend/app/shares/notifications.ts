import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { assetsShare } from './contracts/index.js'
import { shareDownloaded, shareUploaded } from './event_types.js'

// Visitors work with the rights of whoever made the link: that is the person of these events.

export const filesReceived: NotificationKind = {
  label: text('Files received by a link'),
  description: text('Somebody uploaded files by a link of yours.'),
  on: [shareUploaded],
  permission: assetsShare,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: true },
  bundle: ({ payload }) => String(payload.shareId),
  several: ({ link }, count) =>
    text('Files were uploaded {count} times by the link {link}', { count, link: String(link) }),
}

export const linkUsedUp: NotificationKind = {
  label: text('Link used up'),
  description: text('A link of yours has reached its number of downloads and works no more.'),
  on: [shareDownloaded],
  permission: assetsShare,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: false },
  wants: ({ payload }) => payload.isLast === true,
  sentence: ({ link }) =>
    text('The link {link} has reached its number of downloads', { link: String(link) }),
}
