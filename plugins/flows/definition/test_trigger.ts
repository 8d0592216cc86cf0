/** The trigger of runs that test a draft, which no type of trigger has: they are listed as others, and no figure counts them. */
export const testTrigger = 'test'
