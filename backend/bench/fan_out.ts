import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { call, testDatabase, type Caller } from '@crossdock/kernel/testing'
import { signIn } from '../testing/index.js'
import type { Line } from './report.js'
import { startSubject } from './subject.js'

const workflows = Number(process.env.BENCH_WORKFLOWS ?? 200)
const files = Number(process.env.BENCH_FILES ?? 60)

interface Arrival {
  port?: number
  others?: number
  file?: string
  at?: number
}

/**
 * One tenant with 200 workflows gets 60 files, which cause 12,000 calls. Until the last call, measures
 * another tenant's requests, and the time from that tenant's upload to the call of its only workflow.
 */
export async function benchFanOut(): Promise<Line[]> {
  const script = fileURLToPath(new URL('./partner_process.ts', import.meta.url))
  const partner = fork(script, { execArgv: process.execArgv })
  let made = 0
  const calls = new Map<string, (at: number) => void>()
  partner.on('message', ({ others, file, at }: Arrival) => {
    made = others ?? made
    if (file) calls.get(file)?.(at!)
  })
  const [{ port }] = (await once(partner, 'message')) as [{ port: number }]
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${port}` })
  const post = async (as: Caller, path: string, body: object | FormData): Promise<string> => {
    const reply = await call<{ id: string }>(subject.server.url, 'POST', path, { as, body })
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status}`)
    return reply.body.id
  }
  const upload = (as: Caller, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([name]), name)
    return post(as, '/api/assets', form)
  }
  const answering = async (as: Caller, path: string, count: number) => {
    const systemId = await post(as, '/api/integrations/systems', {
      name: 'Partner',
      systemType: 'api',
      baseUrl: `http://127.0.0.1:${port}`,
      authType: 'bearer',
      authConfig: {},
      capabilities: ['send'],
    })
    const endpointId = await post(as, `/api/integrations/systems/${systemId}/endpoints`, {
      name: 'Notify',
      path,
      method: 'POST',
      endpointType: 'outbound',
      triggers: ['file_upload'],
      fieldMapping: { fileMetadata: { file: 'name' } },
    })
    const step = { id: 'notify', type: 'api_call', systemId, endpointId, config: {}, order: 1 }
    for (let at = 0; at < count; at++) {
      await post(as, '/api/integrations/workflows', {
        name: `Notify ${at}`,
        triggerType: 'file_event',
        steps: [step],
        triggerConfig: { eventTypes: ['file_upload'] },
      })
    }
  }
  const busy = subject.token
  const operator = await signIn(subject.server, 'admin@localhost')
  const body = { name: 'Birch', subdomain: 'birch', adminEmail: 'admin@birch.example' }
  await post(operator, '/api/tenants', body)
  const other = await signIn(subject.server, body.adminEmail, body.subdomain)
  await answering(busy, '/counted', workflows)
  await answering(other, '/reported', 1)

  const total = workflows * files
  const requests: number[] = []
  const waits: number[] = []
  const began = performance.now()
  const uploaded = (async () => {
    for (let at = 0; at < files; at++) await upload(busy, `busy-${at}.txt`)
  })()
  const asking = (async () => {
    while (made < total) {
      const sent = performance.now()
      await call(subject.server.url, 'GET', '/api/assets?range=[0,24]', { as: other })
      requests.push(performance.now() - sent)
      await delay(20)
    }
  })()
  for (let at = 0; made < total; at++) {
    const name = `other-${at}.txt`
    const arrived = new Promise<number>((resolve) => calls.set(name, resolve))
    await upload(other, name)
    const acknowledged = performance.timeOrigin + performance.now()
    waits.push(Math.max(0, (await arrived) - acknowledged))
    await delay(100)
  }
  await Promise.all([uploaded, asking])
  const seconds = (performance.now() - began) / 1000
  await subject.close()
  partner.kill()
  const load = loadavg()[0]!.toFixed(0)
  const what = `${workflows} workflows × ${files} files of one tenant (${made} calls in ${seconds.toFixed(0)} s, load ${load})`
  return [
    measuredLine(`${what}: another tenant's requests, P95 (${testDatabase})`, requests, 100),
    measuredLine(
      `time from the acknowledgement of another tenant's upload to its call, slowest (${testDatabase})`,
      waits,
      2000
    ),
  ]
}

function measuredLine(what: string, values: number[], target: number): Line {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  const measured = target === 100 ? at(0.95) : at(1)
  return {
    what,
    ours: `${measured.toFixed(0)} ms`,
    yardstick: `P50 ${at(0.5).toFixed(0)} ms, P95 ${at(0.95).toFixed(0)} ms, slowest of ${sorted.length} ${at(1).toFixed(0)} ms`,
    ratio: '',
    target: `${target} ms`,
    holds: measured <= target,
  }
}
