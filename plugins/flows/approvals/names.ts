/** Name of both the e-mail and the kind of notification. */
export const approvalLetterName = 'flows.approval'
