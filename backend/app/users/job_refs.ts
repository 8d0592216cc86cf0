import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Gives what is left of somebody who was removed to who was named. */
export const handOverRest = jobRef<{ from: string; to: string }>('users.handOver')

/** Adds and changes the people of a file. */
export const runImport = jobRef<{ importId: string }>('users.import', { limit: 4 })

/** Deletes imports that were read a day ago. */
export const forgetImports = jobRef<Record<string, never>>('users.forgetImports')

export const forgetImportsHourly = schedule({
  name: 'users.forgetImports',
  cron: '27 * * * *',
  job: forgetImports,
  payload: {},
})
