import { jobRef } from '@crossdock/kernel/jobs'

/** Does what is to be done when nobody has decided in time. */
export const approvalDue = jobRef<{ approvalId: string }>('flows.approval_due')

/** Name of the letter, and of the kind of notification. */
export const approvalLetterName = 'flows.approval'
