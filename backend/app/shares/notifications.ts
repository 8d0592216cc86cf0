import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { assetsShare } from './contracts/index.js'
import { shareDownloaded, shareUploaded } from './event_types.js'

// Visitors use the permissions of the link's creator, who is the actor of these events.

export const filesReceived: NotificationKind = {
  label: text('Files received by a link'),
  description: text('A visitor uploaded files by a link of yours.'),
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
  description: text('A link of yours has reached its download limit and no longer works.'),
  on: [shareDownloaded],
  permission: assetsShare,
  to: ({ userId }) => [userId],
  defaults: { console: true, mail: false },
  wants: ({ payload }) => payload.isLast === true,
  sentence: ({ link }) =>
    text('The link {link} has reached its download limit', { link: String(link) }),
}
