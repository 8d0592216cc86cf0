import { setTimeout as delay } from 'node:timers/promises'
import type { UserImport, UserImportRow } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { sendFile } from '../../assets/upload.js'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { localFile } from '../../local_file.js'
import { USERS } from './find.js'

export interface ImportUsersOptions {
  dryRun?: boolean
  invite?: boolean
  yes?: boolean
}

const POLL_MS = 250
const MOST_NAMED = 20

/** Uploads a file, prints the planned change of each row, asks for confirmation, and imports it. */
export async function importUsers(
  factory: Factory,
  typed: string,
  { dryRun = false, invite = false, yes = false }: ImportUsersOptions
): Promise<void> {
  const file = await localFile(factory, typed, 'Nothing was imported.')
  const api = await factory.api()
  const path = `${USERS}/import?dryRun=true&invite=${invite}`
  const sent = (await (await sendFile(api, path, file, {})).json()) as UserImport
  const at = `${USERS}/imports/${sent.id}`
  const read = await waitUntilEnded(api, at)
  assertNotFailed(read)
  if (dryRun) {
    if (factory.flags.json) factory.printJson(await api.all<UserImportRow>(`${at}/rows`))
    else factory.say(countsOf(read))
    return failOnErrors(api, at, read)
  }
  if (read.invites + read.changes > 0) {
    await factory.prompter.assertConfirmed(yes, `${countsOf(read)} Import them?`)
    await api.post(`${at}/run`, {})
  }
  const done = await waitUntilEnded(api, at)
  if (factory.flags.json) factory.printJson(done)
  else if (done.state !== 'failed') {
    const mails = invite ? ` ${done.mailed} invitations were sent.` : ''
    factory.say(`${countsOf(done)}${mails}`)
  }
  assertNotFailed(done)
  await failOnErrors(api, at, done)
}

const countsOf = ({ invites, changes, unchanged, errors }: UserImport): string =>
  `${invites} new, ${changes} changed, ${unchanged} unchanged, ${errors} with errors.`

function assertNotFailed({ state, message }: UserImport): void {
  if (state === 'failed') throw new CliError(ExitCode.failure, message ?? 'It failed.')
}

/** Waits until the server has read the file or finished the run. */
async function waitUntilEnded(api: ApiClient, at: string): Promise<UserImport> {
  for (;;) {
    const file = await api.get<UserImport>(at)
    if (file.state !== 'reading' && file.state !== 'running') return file
    await delay(POLL_MS)
  }
}

/** Fails when rows were skipped, so that a script notices. */
async function failOnErrors(api: ApiClient, at: string, { errors }: UserImport): Promise<void> {
  if (errors === 0) return
  const list = { filter: { outcome: 'error' } }
  const { rows } = await api.page<UserImportRow>(`${at}/rows`, list, 0, MOST_NAMED)
  const details = rows.map(({ line, field, message }) =>
    [`line ${line}`, field, message].filter(Boolean).join(': ')
  )
  if (errors > rows.length) details.push('…')
  const what = errors === 1 ? '1 row' : `${errors} rows`
  throw new CliError(ExitCode.refused, `${what} cannot be imported.`, { details })
}
