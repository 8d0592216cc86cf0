import type { Logger } from '@adonisjs/core/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { migratedDatabase } from '@crossdock/backend/testing'
import { createIgnitor } from '../../../start/app.js'
import { completeSettings } from '../../../start/settings.js'
import { kernel } from '../../boot/index.js'
import { newId, now, unscoped } from '../../database/index.js'
import { definePlugin } from '../../plugin/index.js'
import { asOperator, currentContext, inTenant } from '../../tenancy/index.js'
import { soonMs, until, type FreshDatabase } from '../../testing/index.js'
import { Workers, type JobDefinition, type WorkerLimits } from '../index.js'

const effects = definePlugin({
  name: 'effects',
  version: '1.0.0',
  compatibility: '^0.1',
  migrations: ['backend/kernel/jobs/tests/migrations'],
})

export type AnyJob = JobDefinition<Record<string, unknown>>

export interface StoredJob {
  id: string
  name: string
  state: string
  lane: string
  run_at: string
  attempts: number
  losses: number
  last_error: string | null
  payload: string
  actor: string
}

/** The kernel on a database, with only the workers that a test starts. */
export class JobLab {
  readonly tenants = ['acme', 'birch'] as const
  #workers: Workers[] = []

  private constructor(
    private readonly app: ApplicationService,
    readonly logger: Logger,
    readonly database: FreshDatabase
  ) {}

  /** On a fresh database, or sharing one with another process. */
  static async open(shared?: FreshDatabase): Promise<JobLab> {
    const database = shared ?? (await migratedDatabase([kernel, effects]))
    const settings = completeSettings({
      NODE_ENV: 'test',
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl,
      SQLITE_DRIVER: process.env.SQLITE_DRIVER,
      DEMO: 'false',
      ROLE: 'web',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    })
    const app = createIgnitor(settings, [kernel, effects]).createApp('console')
    await app.init()
    await app.boot()
    await app.start(() => {})
    const lab = new JobLab(app, await app.container.make('logger'), database)
    if (!shared) await lab.#addTenants()
    return lab
  }

  async #addTenants(): Promise<void> {
    const times = { created_at: now(), updated_at: now() }
    const rows = this.tenants.map((id) => ({ id, name: id, subdomain: id, ...times }))
    await asOperator('create tenants', () => unscoped().table('tenants').multiInsert(rows))
  }

  async close(): Promise<void> {
    await this.stopWorkers()
    await this.app.terminate()
  }

  /**
   * Starts a worker; several in one process simulate several processes. It rarely polls for work: a missing
   * signal shows up as a slow test.
   */
  async work(definitions: AnyJob[], limits: Partial<WorkerLimits> = {}): Promise<Workers> {
    const workers = new Workers(definitions, this.logger, { lookMs: 600_000, ...limits })
    this.#workers.push(workers)
    await workers.start()
    return workers
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((workers) => workers.stop()))
  }

  /** Runs `work` as the first tenant, or another one. */
  as<T>(work: () => Promise<T>, tenant: string = this.tenants[0]): Promise<T> {
    return inTenant(tenant, work)
  }

  jobs(): Promise<StoredJob[]> {
    return asOperator('look at the table', async () =>
      unscoped().from('jobs').select('*').orderBy('id')
    )
  }

  async idle(): Promise<void> {
    await until('all jobs to be done', async () => (await this.jobs()).length === 0)
  }

  /** Names written by `effect`, in order. */
  async effects(): Promise<string[]> {
    const rows = await asOperator('look at the effects', async () =>
      unscoped().from('job_effects').select('job').orderBy('created_at').orderBy('id')
    )
    return rows.map(({ job }: { job: string }) => job)
  }
}

/** Lease of a worker process: longer than any test. */
export const leaseMs = 3_600_000

/** For a worker that polls constantly: its work comes without a signal. */
export const looking = { lookMs: soonMs }

/** Writes a row in the context's transaction: an effect that must happen exactly once. */
export async function effect(job: string): Promise<void> {
  const { tenantId } = currentContext()
  await unscoped()
    .table('job_effects')
    .insert({ id: newId(), tenant_id: tenantId, created_at: now(), job })
}

/** A job that counts itself in the transaction that finishes it. */
export const counted: AnyJob = {
  name: 'test.counted',
  async handle(job) {
    await job.finish(() => effect(String(job.payload.key)))
  },
}
