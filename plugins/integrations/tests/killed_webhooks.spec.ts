// onBothDatabases: acknowledged requests must survive a crash of the process, on both.
import { createHmac } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, freePort, migratedDatabase, ServerProcess } from '@crossdock/backend/testing'
import { call, moment, size } from '@crossdock/kernel/testing'
import { installed } from '../../../backend/plugins.js'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { makeFolder } from './fixtures.js'
import { HookLab, type Taken } from './hook_lab.js'

const messages = size({ quick: 10, full: 1_000 })
const kills = size({ quick: 1, full: 25 })
const senders = 8
const secret = 'correct-horse-battery'
const boundary = '------------------------d74496d66958873e'

test.group('A process that dies while it receives webhooks', () => {
  // Red when the answer is sent before the commit, or a repeated message is not recognized.
  test('each 202 has exactly one run and one file, and so has each message', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const port = await freePort()
    const settings = { PORT: port } as never
    const before = await bootApp({ database, settings })
    const tenant = await before.tenant('acme')
    const lab = new HookLab(before, tenant)
    const flow = await lab.workflow()
    const webhook = await lab.webhookOf({ workflowId: flow.id })
    const filesFolder = await makeFolder(before, tenant.admin, 'Inbox')
    const verification = { verification: 'github', verificationConfig: { secret } }
    await lab.setUp(webhook.id, { ...verification, filesFolder })
    await before.stop()

    const server = new ServerProcess(database, port)
    cleanup(() => server.kill())
    await server.start()
    const { pathname } = new URL(webhook.webhookUrl)
    /** The execution in the answer to the sender, by the id of its message. */
    const acknowledged = new Map<string, string>()
    const send = async (id: string) => {
      const body = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${id}.txt"\r\n\r\n${id}\r\n--${boundary}--\r\n`
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      // Like real senders: retry with the same id until there is an answer.
      for (;;) {
        const reply = await call<Taken>(server.url, 'POST', pathname, {
          body,
          headers: {
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'x-hub-signature-256': `sha256=${signature}`,
            'x-github-delivery': id,
          },
        }).catch(() => undefined)
        if (reply?.status === 202) return void acknowledged.set(id, reply.body.executionId!)
        if (reply && reply.status < 500) assert.fail(JSON.stringify(reply.body))
        await moment(40)
      }
    }
    const ids = Array.from({ length: messages }, (_, at) => `message-${at}`)
    const waiting = [...ids]
    const perKill = messages / kills
    let killed = 0
    const sender = async () => {
      for (let id = waiting.shift(); id; id = waiting.shift()) await send(id)
    }
    const sending = Promise.all(Array.from({ length: senders }, sender))
    const killer = async () => {
      while (waiting.length > 0 && killed < kills) {
        await moment(60)
        if (messages - waiting.length < (killed + 0.5) * perKill) continue
        await server.kill()
        killed++
        await server.start()
      }
    }
    await Promise.all([sending, killer()])
    await server.stop()
    assert.isAtLeast(killed, 1)

    const after = await bootApp({ database })
    cleanup(() => after.stop())
    const runs = await runsOf(new HookLab(after, tenant), flow.id)
    const rows = (table: string): Promise<Record<string, unknown>[]> =>
      after.inside(() =>
        asOperator('a test reads rows', async () =>
          unscoped().from(table).where('tenant_id', tenant.id)
        )
      )
    const files = (await rows('assets')).filter(({ parent_id }) => parent_id === filesFolder)
    assert.sameMembers(
      (await rows('flow_execution_history')).map(({ asset_id }) => asset_id),
      files.map(({ id }) => id)
    )
    assert.lengthOf(files, messages)
    assert.lengthOf(await rows('asset_versions'), messages)
    const stored = new Set(runs)
    assert.lengthOf(runs, stored.size)
    assert.equal(stored.size, messages)
    assert.deepEqual(new Set(acknowledged.values()), stored)
  })
})

async function runsOf({ app, tenant }: HookLab, flowId: string): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; ; from += 1_000) {
    const query = new URLSearchParams({
      filter: JSON.stringify({ flowId }),
      range: JSON.stringify([from, from + 999]),
    })
    const page = await app.ok<{ executionId: string }[]>('GET', `/api/flow-executions?${query}`, {
      as: tenant.token,
    })
    found.push(...page.map(({ executionId }) => executionId))
    if (page.length < 1_000) return found
  }
}
