import { setImmediate } from 'node:timers/promises'
import { presentRights } from '@crossdock/backend/access'
import { clock, analyzeTable, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { defineJob } from '@crossdock/kernel/jobs'
import { currentContext, withContext, type Context } from '@crossdock/kernel/tenancy'
import { handOverSome } from '../actions/remove_user.js'
import { usersWrite } from '../contracts/index.js'
import { userImportCompleted, userImportFailed } from '../event_types.js'
import { forgetRows } from '../imports/forget_rows.js'
import { dropFile } from '../imports/kept_file.js'
import { readImport } from '../imports/read_import.js'
import { chooseMailable, nextRows, runSlice } from '../imports/run_slice.js'
import { forgetImports, handOverRest, runImport } from '../job_refs.js'
import { User } from '../models/user.js'
import { UserImport } from '../models/user_import.js'

const hour = 60 * 60_000
/** Fewer new people do not change query plans. */
const manyPeople = 1_000

const handOver = defineJob(handOverRest, {
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  async handle(job) {
    const { from, to } = job.payload
    // The successor may have been removed since.
    while (await User.find(to)) {
      if (!(await job.commit(() => handOverSome(from, to), { progress: true }))) return
      await setImmediate()
    }
  },
})

const run = defineJob(runImport, {
  timeoutMs: hour,
  retryable: false,
  retry: { attempts: 10, delayMs: 1_000, maxDelayMs: 60_000 },
  async handle(job) {
    const { importId } = job.payload
    for (;;) {
      const file = await UserImport.find(importId)
      if (!file || !isUnderWay(file)) return
      const rights = await rightsFor(file)
      if (!rights) return job.finish(() => end(file, 'failed', rightsLost))
      if (file.state === 'reading') {
        await withContext(rights, () => readImport(job, file))
        if (file.dryRun) return
        continue
      }
      const rows = await nextRows(file)
      if (rows.length === 0) {
        if (file.invites > manyPeople) await analyzeTable('users')
        return job.finish(() => end(file, 'done', null))
      }
      const mailed = await chooseMailable(file, rows)
      await withContext(rights, () =>
        job.commit(() => runSlice(file, rows, mailed), { progress: true })
      )
      await setImmediate()
    }
  },
  async failed({ payload }, error) {
    const file = await UserImport.find(payload.importId)
    if (!file || !isUnderWay(file)) return
    await end(file, 'failed', error instanceof Problem ? error.text : broken)
  },
})

const isUnderWay = ({ state }: UserImport) => state === 'reading' || state === 'running'

const rightsLost = text(
  'The person or token that started the import may no longer change people. Completed rows stay; the other rows were skipped.'
)
const broken = text(
  'An internal error stopped the import. Completed rows stay; import the file again for the rest.'
)

/**
 * The permissions that the person or token had when it started the import and still has, with the limits of the
 * token; null without the permission to change people.
 */
async function rightsFor({
  permissions,
}: UserImport): Promise<Pick<Context, 'permissions' | 'caller'> | null> {
  const { actor, caller } = currentContext()
  const present = await presentRights.use().ofActor(actor)
  const held = new Set(permissions.filter((name) => present.permissions.has(name)))
  if (!held.has(usersWrite.name)) return null
  return { permissions: held, caller: { ...caller, ...present.bounds } }
}

async function end(
  file: UserImport,
  state: 'done' | 'failed',
  problem: Text | null
): Promise<void> {
  await file.merge({ state, problem, finishedAt: now() }).save()
  const target = { type: 'user_import', id: file.id }
  if (state === 'done') {
    const payload = { invited: file.invites, changed: file.changes }
    await recordEvent(userImportCompleted, { target, payload })
  } else {
    await dropFile(file.id)
    await recordEvent(userImportFailed, { target, payload: { done: file.done, total: file.total } })
  }
}

const keptMs = 24 * hour

const forget = defineJob(forgetImports, {
  async handle(job) {
    const before = new Date(clock.now() - keptMs).toISOString()
    const old: { id: string }[] = await unscoped()
      .from('user_imports')
      .where('created_at', '<', before)
      .whereNotIn('state', ['reading', 'running'])
      .select('id')
    for (const { id } of old) {
      while ((await job.commit(() => forgetRows(id), { progress: true })) > 0) await setImmediate()
      await transaction(async () => {
        await unscoped().from('user_imports').where('id', id).delete()
      })
    }
  },
})

export default [handOver, run, forget]
