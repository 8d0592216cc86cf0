import { clock } from '../ground/clock.js'
import { look, type Looked } from '../boot/look.js'
import type { Settings } from '../settings/index.js'
import { ok, warning, type Said } from './finding.js'

const most = 10_000
const lateMs = 60_000

/** Jobs that nobody finishes, and events that nobody takes. */
export async function ofWork(settings: Settings): Promise<Said[]> {
  const found = await look(settings, countTrouble)
  if (!found) return [ok('There is none yet.')]
  const { failed, parked, late } = found
  const said: Said[] = []
  if (failed > 0) {
    said.push(
      warning(
        `${told(failed)} jobs failed for good.`,
        'See why and retry or drop them: crossdock jobs list.'
      )
    )
  }
  if (parked > 0) {
    said.push(
      warning(
        `${told(parked)} events are parked for a consumer that failed.`,
        'See why and retry or drop them: crossdock events parked.'
      )
    )
  }
  if (late > 0) {
    said.push(
      warning(
        `${told(late)} jobs have waited for over a minute.`,
        'Start a server with ROLE=all or worker, or more of them.'
      )
    )
  }
  return said.length > 0
    ? said
    : [ok('No job has failed for good or waits for long, and no event is parked.')]
}

const told = (count: number) => (count >= most ? `${most} or more` : String(count))

async function countTrouble({ ask, tables }: Looked) {
  const count = async (table: string, condition: string) => {
    if (!tables.has(table)) return 0
    const rows = await ask<{ count: number }>(
      `select count(*) as count from (select 1 from ${table} where ${condition} limit ${most}) as looked`
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
