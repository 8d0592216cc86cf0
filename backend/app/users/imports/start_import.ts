import { newId, transaction } from '@crossdock/kernel/database'
import { conflict, invalid, notFound, text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { decode } from '../csv/decode.js'
import { readRows } from '../csv/read_rows.js'
import { runImport } from '../job_refs.js'
import { importsPerTenant } from '../limits.js'
import { nothingRead, UserImport } from '../models/user_import.js'
import { keepFile } from './kept_file.js'

/** Maximum number of people in one file. */
const maxRows = 100_000

/**
 * Stores a file of people, and enqueues the job that reads it. A job, so that no request stays open for a minute,
 * and a crash loses nothing.
 * @throws Problem 422 for a file without a readable first line, or with too many rows; 429
 */
export async function startImport(
  bytes: Buffer,
  options: Pick<UserImport, 'dryRun' | 'invite'>
): Promise<UserImport> {
  await importsPerTenant.use(currentTenantId())
  await assertReadable(bytes)
  const file = new UserImport().fill({
    id: newId(),
    permissions: [...currentContext().permissions],
    ...options,
    state: 'reading',
    ...nothingRead,
    done: 0,
    mailed: 0,
    reachedLine: 0,
  })
  return transaction(async () => {
    await file.save()
    await keepFile(file.id, bytes)
    await work(file)
    return file
  })
}

/** Runs an import that was only checked. @throws Problem 404, 409 */
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
    ? text('This file is still being read. Wait, check the rows, then run it.')
    : text('This import has already started, or its file could not be read. Send the file again.')

/** Reports a wrong file in the answer itself; the job validates the rows later. @throws Problem 422 */
async function assertReadable(bytes: Buffer): Promise<void> {
  let count = 0
  for await (const _row of readRows(decode(bytes))) {
    if (++count <= maxRows) continue
    const sentence = text('A file can have at most {most} people. Split it into several files.', {
      most: maxRows,
    })
    throw invalid('file', sentence, 'csv')
  }
}
