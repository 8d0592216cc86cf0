import type { JobDefinition, JobSummary } from '@crossdock/kernel/jobs'
import { pluginHost } from '@crossdock/kernel/plugin'

export type JobKinds = Map<string, JobDefinition>

/** The kinds of jobs that installed plugins run, by name. */
export async function jobKinds(): Promise<JobKinds> {
  return new Map((await pluginHost.use().jobs()).map((kind) => [kind.name, kind]))
}

/** A failed job, without its payload, which may contain anything. */
export function showJob(row: JobSummary, kinds: JobKinds) {
  const kind = kinds.get(row.name)
  return {
    id: row.id,
    name: row.name,
    status: row.state === 'unknown' ? ('unknown' as const) : ('failed' as const),
    tenantId: row.tenant_id,
    tries: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    failedAt: row.failed_at!,
    retryable: row.state === 'failed' && kind !== undefined && kind.retryable !== false,
  }
}
