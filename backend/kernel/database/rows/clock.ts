import { clock } from '../../ground/clock.js'
/** The current time as ISO 8601 in UTC. */
export const now = (): string => clock.date().toISOString()
