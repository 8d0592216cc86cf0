import { Limit } from '@crossdock/kernel/http'

/** Enrolments and sessions of one client that were refused. A good token or key meets no limit. */
export const refusedPerClient = new Limit({ name: 'agents.refused', points: 30, seconds: 60 })

/** How long an enrolment token is good. */
export const enrolmentMs = 24 * 60 * 60_000
/** An agent that was not seen for so many days is retired. */
export const unseenDays = 90
/** Without `timeoutAt` a command is tried for so long after it is due. */
export const usualTimeoutMs = 7 * 24 * 60 * 60_000
/** Commands that one agent has at a time. */
export const commandsAtOnce = 4
/** Connections that this process takes in a second: after a restart all agents come back together. */
export const connectsPerSecond = 90
/** An agent that is told to wait waits at least this long. */
export const busySeconds = 30
