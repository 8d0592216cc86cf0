import type { Health } from '../ground/health.js'
import { asOperator } from '../tenancy/switch.js'
import { present, sql } from './sql.js'

/** Work that is due and has waited longer than this tells that the workers do not keep up. */
const patienceMs = 60_000

/**
 * For the health check: whether due jobs are taken up, and how many nobody could finish. A lane with jobs that run is
 * served, however long it is: that is its tenant's trouble and nobody else's.
 */
export async function checkJobs(): Promise<Health> {
  const [late, failed] = await asOperator('look at the health of the job table', async () => [
    await count(
      `state = 'waiting' and run_at < ${present(-patienceMs)}
       and lane not in (select lane from jobs where state = 'running')`
    ),
    await count('failed_at is not null'),
  ])
  const kept = failed! > 0 ? ` ${failed} failed or unknown jobs are kept in the table.` : ''
  if (late! > 0) {
    return { status: 'degraded', message: `${late} jobs have waited over a minute.${kept}` }
  }
  return { status: 'ok', ...(kept ? { message: kept.trim() } : {}) }
}

async function count(condition: string): Promise<number> {
  const [row] = await sql<{ total: number }>(
    `select count(*) as total from jobs where ${condition}`
  )
  return Number(row?.total ?? 0)
}
