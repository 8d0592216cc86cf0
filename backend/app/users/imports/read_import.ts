import { setImmediate } from 'node:timers/promises'
import { beginningOf, text } from '@crossdock/kernel/ground'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { decode } from '../csv/decode.js'
import { readRows, type ReadRow } from '../csv/read_rows.js'
import { countOf, nothingRead, type UserImport } from '../models/user_import.js'
import { findPeopleByAddress } from '../queries/people_by_address.js'
import { forgetRows } from './forget_rows.js'
import { RowChecker, readCandidate, wrongRow } from './check_rows.js'
import { dropFile, keptFile } from './kept_file.js'
import { keptRow, type ImportRow } from './rows.js'
import { slices } from './slices.js'

/**
 * Stores what each row of a file will do, in batches that let other work run. An interrupted attempt starts again,
 * because the detection of duplicate addresses needs all lines from the first one.
 */
export async function readImport(job: RunningJob, file: UserImport): Promise<void> {
  while ((await job.commit(() => forgetRows(file.id))) > 0) await setImmediate()
  file.merge(nothingRead)
  const checker = new RowChecker()
  const lines = new Map<string, number>()
  for await (const slice of slices(readRows(decode(await keptFile(file.id))))) {
    const rows = await checkSlice(slice, checker, lines)
    for (const { outcome } of rows) file[countOf[outcome]] += 1
    file.total += rows.length
    await job.commit(
      async () => {
        await tenantRows('user_import_rows').insertAll(rows.map((row) => keptRow(file.id, row)))
        await file.save()
      },
      { progress: true }
    )
    await setImmediate()
  }
  const read = async () => {
    await file.merge({ state: file.dryRun ? 'checked' : 'running' }).save()
    await dropFile(file.id)
  }
  // Finish the job together with the state: running the import enqueues a new job.
  await (file.dryRun ? job.finish(read) : job.commit(read))
}

async function checkSlice(
  rows: ReadRow[],
  checker: RowChecker,
  lines: Map<string, number>
): Promise<ImportRow[]> {
  const read = await Promise.all(rows.map(readCandidate))
  const emails = read.flatMap((one) => ('email' in one ? one.email : []))
  const present = new Map((await findPeopleByAddress(emails)).map((user) => [user.email, user]))
  const checked: ImportRow[] = []
  for (const [at, one] of read.entries()) {
    const { line, cells } = rows[at]!
    const given = beginningOf(cells.get('email') ?? '', 254) || null
    if (!('email' in one)) {
      checked.push({ line, ...blank, email: given, ...one })
      continue
    }
    const first = lines.get(one.email)
    if (first === undefined) lines.set(one.email, line)
    const result =
      first === undefined
        ? await checker.check(one, present.get(one.email))
        : wrongRow(
            'email',
            text('{email} already appears in line {line}.', { email: one.email, line: first })
          )
    checked.push({ line, ...one, ...result })
  }
  return checked
}

const blank = { firstName: null, lastName: null, role: null, isActive: null }
