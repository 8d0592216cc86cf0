/**
 * The trigger of runs that test a draft. No trigger type has this name. Lists show these runs, and statistics
 * do not count them.
 */
export const testTrigger = 'test'
