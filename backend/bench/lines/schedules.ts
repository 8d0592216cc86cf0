import { setTimeout as delay } from 'node:timers/promises'
import { call } from '@crossdock/kernel/testing'
import { signIn } from '../../testing/index.js'
import { orderedId } from '../fill_tenant.js'
import { createObject } from '../flows.js'
import { startProcess } from '../start_process.js'
import { connect, sourceOf } from '../baselines/source.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { copyRows, type Expressions } from '../row_copies.js'
import { quantile } from '../statistics.js'
import { startSubject } from '../subject.js'

const minute = 60_000
/** The other tenant's requests per second. */
const rate = 20

/** One tenant has many schedules due in the same minute. Measures their start and the effect on another tenant. */
export const schedules: PairedLine = {
  name: 'schedules',
  about: '10,000 schedules of a tenant due at once; another tenant sends 20 requests a second',
  fresh: true,
  figures: {
    started: {
      what: 'from the due time to the start of the last of 10,000 runs',
      unit: 's',
      better: 'less',
      target: figureOf(30),
    },
    completed: { what: 'from the due time to the end of the last run', unit: 's', better: 'less' },
    others: {
      what: "another tenant's page of 25 files during that time, P95",
      unit: 'ms',
      better: 'less',
      target: figureOf(2_000),
    },
  },
  async open(build, { quick }) {
    const count = quick ? 300 : 10_000
    const subject = await startSubject({}, build)
    const { server, database, tenantId } = subject
    const operator = await signIn(server, 'admin@localhost')
    const body = { name: 'Birch', subdomain: 'birch', adminEmail: 'admin@birch.example' }
    await call(server.url, 'POST', '/api/tenants', { as: operator, body })
    const other = await signIn(server, body.adminEmail, body.subdomain)
    const url = `${server.url}/api/assets?limit=25`
    const asker = await startProcess('asker', { url, headers: other.headers })
    const connection = connect(sourceOf(database), { connections: 1, readonly: true })
    const ofRuns = (column: string) =>
      connection.prepare(
        `select count(${column}) as n, max(${column}) as last from flow_execution_history where tenant_id = ? and created_at >= ?`
      )
    const [started, completed] = [ofRuns('started_at'), ofRuns('completed_at')]
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          // Leaves time to create the other schedules and for the scheduler to see them.
          const due = new Date(Math.ceil((Date.now() + minute) / minute) * minute)
          const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
          const steps = [{ id: 'one', type: 'transform', config: { expression: '1' } }]
          const id = await createObject(subject, '/api/integrations/workflows', {
            name: 'Nightly',
            triggerType: 'scheduled',
            triggerConfig: { schedule },
            steps,
          })
          await server.stop()
          const ids = orderedId(1, count)
          const copy = (
            table: string,
            of: Record<string, string>,
            differ: Record<string, Expressions>
          ) =>
            copyRows(database, {
              table,
              of: { tenant_id: tenantId, ...of },
              count: count - 1,
              differ,
            })
          await copy('integration_workflows', { id }, { id: ids })
          await copy(
            'integration_workflow_schedules',
            { workflow_id: id },
            { id: orderedId(2, count), workflow_id: ids }
          )
          await server.start()
          if (Date.now() > due.getTime()) throw new Error('They were due before all were created.')
          await delay(due.getTime() - Date.now())
          // Excludes runs of earlier measurements.
          const since = due.toISOString()
          const latencies: number[] = []
          for (let done = 0; done < count;) {
            const asked = await asker.ask<{ latencies: number[] }>({ rate, seconds: 1 })
            latencies.push(...asked.latencies)
            done = Number((await completed(tenantId, since))[0]!.n)
          }
          const after = async (ended: typeof started) => {
            const [row] = await ended(tenantId, since)
            return (new Date(row!.last as string).getTime() - due.getTime()) / 1_000
          }
          return {
            started: await after(started),
            completed: await after(completed),
            others: quantile(latencies, 0.95),
          }
        },
      },
      async close() {
        await asker.close()
        await connection.close()
        await subject.close()
      },
    }
  },
}
