import { clock } from '../ground/clock.js'
import { readDatabase, type DatabaseReader } from '../boot/read_database.js'
import type { Settings } from '../settings/index.js'
import { ok, warning, type CheckResult } from './finding.js'

const maxCount = 10_000
const lateMs = 60_000

/** Reports jobs that failed or have waited too long, and events that are parked. */
export async function checkWork(settings: Settings): Promise<CheckResult[]> {
  const found = await readDatabase(settings, countProblems)
  if (!found) return [ok('There is no work yet.')]
  const { failed, parked, late } = found
  const said: CheckResult[] = []
  if (failed > 0) {
    said.push(
      warning(
        `${shownCount(failed)} jobs failed permanently.`,
        'Read why with "crossdock jobs list", and retry or drop them.'
      )
    )
  }
  if (parked > 0) {
    said.push(
      warning(
        `${shownCount(parked)} events are parked for a consumer that failed.`,
        'Read why with "crossdock events parked", and retry or drop them.'
      )
    )
  }
  if (late > 0) {
    said.push(
      warning(
        `${shownCount(late)} jobs have waited for over a minute.`,
        'Start a server with ROLE=all or worker, or more of them.'
      )
    )
  }
  return said.length > 0
    ? said
    : [ok('No job has failed permanently or is late, and no event is parked.')]
}

const shownCount = (count: number) => (count >= maxCount ? `${maxCount} or more` : String(count))

async function countProblems({ ask, tables }: DatabaseReader) {
  const count = async (table: string, condition: string) => {
    if (!tables.has(table)) return 0
    const rows = await ask<{ count: number }>(
      `select count(*) as count from (select 1 from ${table} where ${condition} limit ${maxCount}) as looked`
    )
    return Number(rows[0]!.count)
  }
  const before = new Date(clock.now() - lateMs).toISOString()
  return {
    failed: await count('jobs', 'failed_at is not null'),
    parked: await count('parked_events', '1 = 1'),
    late: await count('jobs', `state = 'waiting' and run_at < '${before}'`),
  }
}
