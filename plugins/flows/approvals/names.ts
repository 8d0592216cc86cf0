/** Name of the letter and of the kind of notification. */
export const approvalLetterName = 'flows.approval'
