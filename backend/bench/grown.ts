import { call, until } from '@crossdock/kernel/testing'
import type { Build } from './builds.js'
import { fillTenant } from './fill_tenant.js'
import { createCallEndpoint, createObject, createWorkflow } from './flows.js'
import { startPartner } from './partner.js'
import { startSubject, type Subject } from './subject.js'

/** A tenant with this many files in one folder and this many runs. */
export interface Grown {
  subject: Subject
  folderId: string
  close(): Promise<void>
}

/**
 * Creates one file and one run with the product, and copies them.
 * @throws when the product does not see the copies
 */
export async function grownSubject(build: Build, rows: number): Promise<Grown> {
  const partner = await startPartner()
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${partner.port}` }, build)
  const { server, token, database, tenantId } = subject
  const body = { name: 'Archive', type: 'folder' }
  const folderId = await createObject(subject, '/api/assets', body)
  const form = new FormData()
  form.set('parentId', folderId)
  form.set('file', new Blob(['content']), 'first.pdf')
  const file = await call<{ id: string }>(server.url, 'POST', '/api/assets', {
    as: token,
    body: form,
  })
  const flow = await createWorkflow(subject, await createCallEndpoint(subject, partner), 1)
  const path = `/api/integrations/workflows/${flow}/execute`
  const run = await call<Run>(server.url, 'POST', path, { as: token, body: {} })
  await until('the run to complete', async () => {
    const seen = await call<Run>(server.url, 'GET', `/api/flow-executions/${run.body.id}`, {
      as: token,
    })
    return seen.body.status === 'completed'
  })
  const feed = `/api/activity?filter=${encodeURIComponent(JSON.stringify({ entityId: file.body.id }))}`
  await until('the feed to contain the file', async () => {
    const seen = await call<unknown[]>(server.url, 'GET', feed, { as: token })
    return seen.status !== 200 || seen.body.length > 0
  })
  const { id: runId, executionId } = run.body
  // SQLite has one writer, and the server would wait for it.
  await server.stop()
  await fillTenant(database, { tenantId, fileId: file.body.id, runId, executionId }, rows)
  await server.start()
  await assertCopiesVisible(subject, rows)
  return {
    subject,
    folderId,
    async close() {
      await subject.close()
      partner.close()
    },
  }
}

interface Run {
  id: string
  executionId: string
  status: string
}

/** A product that counts elsewhere would not see the copied rows and would be fast for the wrong reason. */
async function assertCopiesVisible({ server, token }: Subject, rows: number): Promise<void> {
  const get = async <T>(path: string) =>
    (await call<T>(server.url, 'GET', path, { as: token })).body
  const { totalExecutions } = await get<{ totalExecutions: number }>('/api/flow-executions/stats')
  const { totalAssets } = await get<{ totalAssets: number }>('/api/dashboard/metrics')
  if (totalExecutions < rows || totalAssets < rows) {
    throw new Error(
      `Of ${rows} rows filled in, the statistics see ${totalExecutions} runs and the dashboard ${totalAssets} files: fill_tenant.ts does not fill what they count.`
    )
  }
}
