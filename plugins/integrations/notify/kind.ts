import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { workflowNotified } from '../event_types.js'

/** Name of the kind, as settings of people store it. */
export const workflowMessage = 'integrations.workflowMessage'

/** Whom the step of a workflow names. */
export const workflowMessageKind: NotificationKind = {
  label: text('Message of a workflow'),
  description: text('A step of a workflow tells you something.'),
  on: [workflowNotified],
  permission: null,
  to: ({ payload }) => (Array.isArray(payload.to) ? payload.to.map(String) : []),
  defaults: { console: true, mail: true },
  // The step sends mails of its own, with the whole text.
  mails: () => false,
  sentence: ({ subject, text: body }) =>
    text('{subject}: {text}', { subject: String(subject), text: String(body) }),
}
