import type { Health } from '../ground/health.js'
import { asOperator } from '../tenancy/switch.js'
import { distinctValues } from './hop.js'
import { present, sql } from './sql.js'

/** Due jobs that wait longer mean that the workers do not keep up. */
const patienceMs = 60_000
/** Most late jobs counted per lane, and most failed jobs counted, because monitoring asks often. */
const ofLane = 100
const most = 1_000

/**
 * Health check: whether due jobs are claimed, and how many failed. A lane with running jobs counts as served,
 * whatever its length: only its tenant has to wait.
 */
export async function checkJobs(): Promise<Health> {
  const [late, failed] = await asOperator('look at the health of the job table', async () => [
    await countLate(),
    await countFailed(),
  ])
  const kept = failed ? ` ${failed} failed or unknown jobs are kept in the table.` : ''
  if (late) {
    return {
      status: 'degraded',
      message: `${late} jobs have waited over a minute.${kept}`,
    }
  }
  return { status: 'ok', ...(kept ? { message: kept.trim() } : {}) }
}

/** Counts the next jobs of each lane; the backlog of a served lane may be endless. */
async function countLate(): Promise<string | undefined> {
  const next = `select run_at from jobs where state = 'waiting' and lane = distinctValues.value
    order by priority, run_at, id limit ${ofLane}`
  const [row] = await sql<{ all: number | null; largest: number | null }>(
    `${distinctValues('lane', `state = 'waiting'`)}
     select sum(late) as "all", max(late) as largest from (
       select (select count(*) from (${next}) as next where run_at < ${present(-patienceMs)}) as late
       from distinctValues where value is not null
         and value not in (select lane from jobs where state = 'running')
     ) as lanes`,
    ['']
  )
  return shownCount(Number(row?.all), Number(row?.largest) >= ofLane)
}

const countFailed = async () => {
  const [row] = await sql<{ total: number }>(
    `select count(*) as total from (
       select id from jobs where failed_at is not null limit ${most}
     ) as looked`
  )
  return shownCount(Number(row!.total), Number(row!.total) >= most)
}

const shownCount = (count: number, isCut: boolean) =>
  count > 0 ? `${count}${isCut ? ' or more' : ''}` : undefined
