import { clock } from '../ground/clock.js'
/** The present as ISO 8601 in UTC. */
export const now = (): string => clock.date().toISOString()
