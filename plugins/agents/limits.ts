import { Limit } from '@crossdock/kernel/limits'

/** Refused enrollments and sessions of one client. Valid tokens and keys are not limited. */
export const refusedPerClient = new Limit({ name: 'agents.refused', points: 30, seconds: 60 })

/** Lifetime of an enrollment token. */
export const enrolmentMs = 24 * 60 * 60_000
/** Agents that were not seen for this many days are retired. */
export const unseenDays = 90
/** Default time limit of a command after it is due, without `timeoutAt`. */
export const defaultTimeoutMs = 7 * 24 * 60 * 60_000
/** Maximum number of concurrent commands of one agent. */
export const maxConcurrentCommands = 4
/**
 * Maximum number of new connections per second in this process. All agents reconnect after a restart of the
 * server.
 */
export const connectsPerSecond = 90
/** Minimum wait of an agent that is asked to reconnect later. */
export const busySeconds = 30
