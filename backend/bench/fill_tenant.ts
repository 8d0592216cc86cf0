import type { FreshDatabase } from '@crossdock/kernel/testing'
import { copyRows, type Expressions } from './row_copies.js'

/** Seconds over which the copies are spread: the last 30 days. */
const past = 30 * 24 * 60 * 60

/** Time-ordered ids like those of the product. `salt` separates the ids of different tables. */
export const orderedId = (salt: number, count: number): Expressions => {
  const first = Date.now() - past * 1000
  const stepMs = Math.max(1, Math.floor((past * 1000) / count))
  const salted = salt.toString(16).padStart(3, '0')
  return {
    sqlite: `printf('%08x-%04x-7${salted}-8000-%012x', (${first} + i * ${stepMs}) >> 16, (${first} + i * ${stepMs}) & 65535, i)`,
    postgres: `lpad(to_hex((${first} + i::bigint * ${stepMs}) >> 16), 8, '0') || '-' || lpad(to_hex((${first} + i::bigint * ${stepMs}) & 65535), 4, '0') || '-7${salted}-8000-' || lpad(to_hex(i), 12, '0')`,
  }
}

export const random: Expressions = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: 'gen_random_uuid()::text',
}

export const time = (count: number): Expressions => {
  const first = Date.now() / 1000 - past
  const seconds = `(${first} + i * ${past / count})`
  return {
    sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`,
    postgres: `to_timestamp(${seconds})`,
  }
}

/** Names in another order than creation, unique below a million. */
export const name: Expressions = {
  sqlite: `printf('document %07d.pdf', (i * 7919) % 1000003)`,
  postgres: `'document ' || lpad(((i::bigint * 7919) % 1000003)::text, 7, '0') || '.pdf'`,
}

export interface Templates {
  tenantId: string
  /** A file in the folder to fill. */
  fileId: string
  /** A completed run with one call. */
  runId: string
  executionId: string
}

/**
 * Creates this many files in one folder, and this many runs with a step and a call each, as one tenant's last
 * 30 days.
 */
export async function fillTenant(
  database: FreshDatabase,
  { tenantId, fileId, runId, executionId }: Templates,
  count: number
): Promise<void> {
  const at = time(count)
  const [file, run] = [orderedId(1, count), orderedId(2, count)]
  const copy = (table: string, of: Record<string, string>, differ: Record<string, Expressions>) =>
    copyRows(database, { table, of: { tenant_id: tenantId, ...of }, count, differ })
  await copy('assets', { id: fileId }, { id: file, name, created_at: at, updated_at: at })
  await copy(
    'asset_versions',
    { asset_id: fileId },
    { id: orderedId(3, count), asset_id: file, created_at: at }
  )
  await copy(
    'flow_execution_history',
    { id: runId },
    { id: run, execution_id: random, created_at: at, started_at: at, completed_at: at }
  )
  await copy(
    'flow_step_results',
    { run_id: runId },
    { id: orderedId(4, count), run_id: run, created_at: at }
  )
  await copy(
    'integration_logs',
    { execution_id: executionId },
    { id: orderedId(5, count), execution_id: random, created_at: at }
  )
  await copy(
    'activity_logs',
    { entity_id: fileId },
    { id: orderedId(6, count), entity_id: file, created_at: at }
  )
}
