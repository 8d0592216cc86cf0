import { createHmac, randomUUID } from 'node:crypto'
import { call } from '@crossdock/kernel/testing'
import { startBaseline } from '../start_process.js'
import { separateSource } from '../baselines/source.js'
import { load } from '../load.js'
import { ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject, type Subject } from '../subject.js'

const secret = 'correct-horse-battery'
const body = JSON.stringify({ order: { id: 7, items: Array.from({ length: 20 }, (_, at) => at) } })
const signature = createHmac('sha256', secret).update(body).digest('hex')

/**
 * Creates a workflow without steps with a webhook that uses GitHub's signature scheme. Returns the address of
 * the webhook.
 */
async function createWebhook({ server, token: as }: Subject): Promise<string> {
  const ask = async <T>(method: string, path: string, sent?: object) => {
    const reply = await call<T>(server.url, method, `/api/integrations/${path}`, { as, body: sent })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await ask('POST', 'workflows', { name: 'Bench', triggerType: 'webhook', steps: [] })
  const [webhook] = await ask<{ id: string; webhookUrl: string }[]>('GET', 'webhooks')
  const verificationConfig = { secret }
  await ask('PUT', `webhooks/${webhook!.id}`, { verification: 'github', verificationConfig })
  return server.url + new URL(webhook!.webhookUrl).pathname
}

/** Sends each message once, with a unique id. */
const sendForSeconds = async (url: string, duration: number) => {
  const headers = () => ({
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${signature}`,
    'x-github-delivery': randomUUID(),
  })
  const { perSecond } = await load({
    url,
    duration,
    body,
    method: 'POST' as const,
    headers: headers(),
    setupClient(client) {
      const next = () => client.setHeaders(headers())
      next()
      client.on('response', next)
    },
  })
  return { perSecond }
}

/**
 * Webhooks that are verified, stored with their runs and answered. The product also executes the runs at the
 * same time.
 */
export const webhooks: PairedLine = {
  name: 'webhooks',
  about: 'inbound webhooks accepted durably, compared with a hand-written receiver',
  figures: {
    perSecond: {
      what: 'signed webhook stored with run and job, then 202, c=10',
      unit: '/s',
      better: 'more',
      target: ratioOf(0.5),
    },
  },
  async open(build, { quick }) {
    const subject = await startSubject({}, build)
    const url = await createWebhook(subject)
    const seconds = quick ? 1 : 4
    const closing = [() => subject.close()]
    return {
      ours: { name: 'Crossdock', measure: () => sendForSeconds(url, seconds) },
      async startBaseline() {
        const source = separateSource(subject.database)
        const limit = await startBaseline('webhooks', { source, secret })
        closing.unshift(() => limit.close())
        return {
          name: 'node:http, three prepared inserts',
          measure: () => sendForSeconds(limit.url, seconds),
        }
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}
