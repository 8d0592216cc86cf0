import { jobRef } from '@crossdock/kernel/jobs'

/** Deletes for good what was deleted at that time, and has not been restored since. */
export const purgeEnvironment = jobRef<{ environmentId: string; deletedAt: string }>(
  'environments.purge'
)
