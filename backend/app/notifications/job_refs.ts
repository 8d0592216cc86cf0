import { jobRef, schedule } from '@crossdock/kernel/jobs'

export interface Delivery {
  noticeId: string
  /** Ids of people; null: all people with the kind's permission. */
  to: string[] | null
  /** Id of a person to skip. */
  except: string | null
  /** Whether mails are allowed. */
  mails: boolean
}

/** Delivers a notice to people. */
export const deliverNotice = jobRef<Delivery>('notifications.deliver')

/** Sends a person their due notifications in one mail; never two jobs of a person at a time. */
export const mailDigest = jobRef<{ userId: string }>('notifications.mail', { limitPerKey: 1 })

/** Reads the conditions that operators are notified of; never two at a time. */
export const watchStandings = jobRef<Record<string, never>>('notifications.watch', { limit: 1 })

/** Deletes old notices of operators. */
export const pruneForOperators = jobRef<Record<string, never>>('notifications.prune')

export const schedules = [
  schedule({ name: 'notifications.watch', cron: '*/5 * * * *', job: watchStandings, payload: {} }),
  schedule({
    name: 'notifications.prune',
    cron: '50 3 * * *',
    job: pruneForOperators,
    payload: {},
  }),
]
