import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { approvalRequested } from '../event_types.js'

/** Those who are asked. */
export const approvalKind: NotificationKind = {
  label: text('Approval'),
  description: text('A workflow waits for your decision.'),
  on: [approvalRequested],
  permission: null,
  to: ({ payload }) => (Array.isArray(payload.to) ? payload.to.map(String) : []),
  defaults: { console: true, mail: true },
  // Each has a mail of its own.
  mails: () => false,
  sentence: ({ flowName, question }) =>
    text('{name} waits for your decision: {question}', {
      name: String(flowName),
      question: String(question),
    }),
}
