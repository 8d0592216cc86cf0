import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Hands over the remaining data of a removed person to the successor. */
export const handOverRest = jobRef<{ from: string; to: string }>('users.handOver')

/** Adds and changes the people of a file. */
export const runImport = jobRef<{ importId: string }>('users.import', { limit: 4 })

/** Deletes imports that are older than a day. */
export const forgetImports = jobRef<Record<string, never>>('users.forgetImports')

export const forgetImportsHourly = schedule({
  name: 'users.forgetImports',
  cron: '27 * * * *',
  job: forgetImports,
  payload: {},
})
