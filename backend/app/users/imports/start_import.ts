import { newId, transaction } from '@crossdock/kernel/database'
import { conflict, invalid, notFound, text } from '@crossdock/kernel/http'
import { enqueue } from '@crossdock/kernel/jobs'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { decode } from '../csv/decode.js'
import { readRows } from '../csv/read_rows.js'
import { runImport } from '../job_refs.js'
import { importsPerTenant } from '../limits.js'
import { nothingRead, UserImport } from '../models/user_import.js'
import { keepFile } from './kept_file.js'

/** The most people one file brings. */
const mostRows = 100_000

/**
 * Keeps a file of people, to be read and worked on by a job: what takes a minute holds no request open, and a process
 * that dies meanwhile loses nothing.
 * @throws Problem 422 for a file without a first line to read, or with too many rows; 429
 */
export async function startImport(
  bytes: Buffer,
  options: Pick<UserImport, 'dryRun' | 'invite'>
): Promise<UserImport> {
  await importsPerTenant.use(currentTenantId())
  await assertReadable(bytes)
  const file = new UserImport().fill({
    ...{ id: newId(), permissions: [...currentContext().permissions], ...options },
    ...{ state: 'reading', ...nothingRead, done: 0, mailed: 0, reachedLine: 0 },
  })
  return transaction(async () => {
    await file.save()
    await keepFile(file.id, bytes)
    await work(file)
    return file
  })
}

/** Begins the work on a file that was only checked. @throws Problem 404, 409 */
export async function beginImport(id: string): Promise<UserImport> {
  return transaction(async () => {
    const file = await UserImport.query().where('id', id).forUpdate().first()
    if (!file) throw notFound('There is no import with the id "{id}".', id)
    if (file.state !== 'checked') throw conflict('E_IMPORT_STATE', notToRun(file))
    await file.merge({ permissions: [...currentContext().permissions], state: 'running' }).save()
    await work(file)
    return file
  })
}

const work = (file: UserImport) =>
  enqueue(runImport, { importId: file.id }, { uniqueKey: `users.import.${file.id}` })

const notToRun = ({ state }: UserImport) =>
  state === 'reading'
    ? text('This file is still being read. Look at what it will do, then run it.')
    : text('This import was begun already, or could not be read. Send the file again.')

/** Who sends the wrong file hears so as they send it; what its rows say is looked at later. @throws Problem 422 */
async function assertReadable(bytes: Buffer): Promise<void> {
  let count = 0
  for await (const _row of readRows(decode(bytes))) {
    if (++count <= mostRows) continue
    const sentence = text('A file may have at most {most} people. Cut it into several.', {
      most: mostRows,
    })
    throw invalid('file', sentence, 'csv')
  }
}
