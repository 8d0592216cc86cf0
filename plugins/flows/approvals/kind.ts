import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { approvalRequested } from '../event_types.js'

/** Notifies the people who are asked. */
export const approvalKind: NotificationKind = {
  label: text('Approval'),
  description: text('A workflow waits for your decision.'),
  on: [approvalRequested],
  permission: null,
  to: ({ payload }) => (Array.isArray(payload.to) ? payload.to.map(String) : []),
  defaults: { console: true, mail: true },
  // Approvals have their own e-mail (letter.ts).
  mails: () => false,
  sentence: ({ flowName, question }) =>
    text('{name} waits for your decision: {question}', {
      name: String(flowName),
      question: String(question),
    }),
}
