import { jobRef } from '@crossdock/kernel/jobs'

/** Permanently deletes an environment that was deleted at the given time, unless it was restored since. */
export const purgeEnvironment = jobRef<{ environmentId: string; deletedAt: string }>(
  'environments.purge'
)
