import type { Health } from '../ground/health.js'
import { asOperator } from '../tenancy/switch.js'
import { hops } from './hop.js'
import { present, sql } from './sql.js'

/** Work that is due and has waited longer than this tells that the workers do not keep up. */
const patienceMs = 60_000
/** More of one lane, and more that failed, are not counted: monitoring asks often. */
const ofLane = 100
const most = 1_000

/**
 * For the health check: whether due jobs are taken up, and how many nobody could finish. A lane with jobs that run is
 * served, however long it is: that is its tenant's trouble and nobody else's.
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

/** Lane by lane, of each those that come next: the backlog of one that is served, or has just begun, may be endless. */
async function countLate(): Promise<string | undefined> {
  const next = `select run_at from jobs where state = 'waiting' and lane = hops.value
    order by priority, run_at, id limit ${ofLane}`
  const [row] = await sql<{ all: number | null; largest: number | null }>(
    `${hops('lane', `state = 'waiting'`)}
     select sum(late) as "all", max(late) as largest from (
       select (select count(*) from (${next}) as next where run_at < ${present(-patienceMs)}) as late
       from hops where value is not null
         and value not in (select lane from jobs where state = 'running')
     ) as lanes`,
    ['']
  )
  return told(Number(row?.all), Number(row?.largest) >= ofLane)
}

const countFailed = async () => {
  const [row] = await sql<{ total: number }>(
    `select count(*) as total from (
       select id from jobs where failed_at is not null limit ${most}
     ) as looked`
  )
  return told(Number(row!.total), Number(row!.total) >= most)
}

const told = (count: number, isCut: boolean) =>
  count > 0 ? `${count}${isCut ? ' or more' : ''}` : undefined
