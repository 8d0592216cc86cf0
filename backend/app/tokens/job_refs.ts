import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Mails owners whose tokens end soon. */
export const remindOwners = jobRef<Nothing>('tokens.remind')

/** Deletes tokens that ended long ago. */
export const purgeTokens = jobRef<Nothing>('tokens.purge')

export const schedules = [
  schedule({ name: 'tokens.remind', cron: '23 * * * *', job: remindOwners, payload: {} }),
  schedule({ name: 'tokens.purge', cron: '50 3 * * *', job: purgeTokens, payload: {} }),
]
