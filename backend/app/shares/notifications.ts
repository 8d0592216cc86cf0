import type { NotificationKind, NoticePayload } from '@crossdock/backend/notifications'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { assetsShare, sharingWrite } from './contracts/index.js'
import { shareDownloaded, shareReported, shareUploaded } from './event_types.js'

// Visitors act with the permissions of the link's creator, so the event's `userId` is the creator.

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

const reported = {
  label: text('Link reported'),
  on: [shareReported],
  defaults: { console: true, mail: true },
  quotes: true,
  bundle: ({ payload }: LoggedEvent) => String(payload.shareId),
  several: ({ link }: NoticePayload, count: number) =>
    text('Visitors reported the link {link} {count} times. The activity has each report.', {
      link: String(link),
      count,
    }),
  place: { label: text('See the links'), path: '/shares' },
} as const

export const linkReported: NotificationKind = {
  ...reported,
  description: text('A visitor reported a link of your organization.'),
  permission: sharingWrite,
  to: 'holders',
  sentence: ({ link, reason, email }) =>
    email
      ? text('A visitor reported the link {link} and wants an answer to {email}: {reason}', {
          link: String(link),
          email: String(email),
          reason: String(reason),
        })
      : text('A visitor reported the link {link}: {reason}', {
          link: String(link),
          reason: String(reason),
        }),
}

/** For the operator, when no one in the organization may change the rule for links. */
export const linkReportedToOperator: NotificationKind = {
  ...reported,
  description: text('A visitor reported a link of an organization without administrators.'),
  permission: null,
  to: 'operators',
  wants: ({ payload }) => payload.hasReaders === false,
  sentence: ({ tenant, link, reason, email }) =>
    email
      ? text(
          'A visitor reported the link {link} of {tenant} and wants an answer to {email}: {reason}',
          {
            tenant: String(tenant),
            link: String(link),
            email: String(email),
            reason: String(reason),
          }
        )
      : text('A visitor reported the link {link} of {tenant}: {reason}', {
          tenant: String(tenant),
          link: String(link),
          reason: String(reason),
        }),
}
