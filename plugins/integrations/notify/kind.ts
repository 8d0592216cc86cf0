import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { workflowNotified } from '../event_types.js'

/** Name of this kind in the notification settings of people. */
export const workflowMessage = 'integrations.workflowMessage'

/** Sent to the people whom a workflow step names. */
export const workflowMessageKind: NotificationKind = {
  label: text('Message of a workflow'),
  description: text('A workflow step sends you a message.'),
  on: [workflowNotified],
  permission: null,
  to: ({ payload }) => (Array.isArray(payload.to) ? payload.to.map(String) : []),
  defaults: { console: true, mail: true },
  // Sends no mail: the step sends mails with the full text.
  mails: () => false,
  sentence: ({ subject, text: body }) =>
    text('{subject}: {text}', { subject: String(subject), text: String(body) }),
}
