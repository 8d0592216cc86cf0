import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { closedLoop } from './closed_loop.js'
import { createObject } from './flows.js'
import type { Line } from './report.js'
import { quantile } from './statistics.js'
import { startSubject } from './subject.js'

const samples = 100
const warming = 20
const seconds = 5

/** Time from the acknowledgement of an upload to the first request of its flow, alone and with parallel uploads. */
export async function benchFirstStep(): Promise<Line[]> {
  const started = new Map<string, (at: number) => void>()
  const partner = createServer((request, response) => {
    const at = performance.now()
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      started.get(JSON.parse(body).file)?.(at)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  const { port } = partner.address() as AddressInfo
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${port}` })
  const systemId = await createObject(subject, '/api/integrations/systems', {
    name: 'Partner',
    systemType: 'api',
    baseUrl: `http://127.0.0.1:${port}`,
    authType: 'bearer',
    authConfig: {},
    capabilities: ['send'],
  })
  const endpointId = await createObject(
    subject,
    `/api/integrations/systems/${systemId}/endpoints`,
    {
      name: 'Notify',
      path: '/',
      method: 'POST',
      endpointType: 'outbound',
      triggers: ['file_upload'],
      fieldMapping: { fileMetadata: { file: 'name' } },
    }
  )
  await createObject(subject, '/api/integrations/workflows', {
    name: 'Notify',
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: [{ id: 'notify', type: 'api_call', systemId, endpointId, config: {}, order: 1 }],
  })

  let number = 0
  /** The milliseconds between the acknowledgement and the call; zero when the call arrived first. */
  const wait = async (): Promise<number> => {
    const name = `file-${number++}.txt`
    const first = new Promise<number>((resolve) => started.set(name, resolve))
    const body = new FormData()
    body.set('file', new Blob(['content']), name)
    await call(subject.server.url, 'POST', '/api/assets', { as: subject.token, body })
    const acknowledged = performance.now()
    return Math.max(0, (await first) - acknowledged)
  }
  for (let at = 0; at < warming; at++) await wait()
  const alone: number[] = []
  for (let at = 0; at < samples; at++) alone.push(await wait())
  const together: number[] = []
  const work = async () => together.push(await wait())
  await closedLoop({ lanes: 10, seconds, work })
  await subject.close()
  partner.close()
  return [
    line('upload acknowledged to first flow step', alone),
    line('upload to first call, ten uploads at a time', together),
  ]
}

function line(what: string, waits: number[]): Line {
  const p95 = quantile(waits, 0.95)
  return {
    what: `${what}, P95 of ${waits.length} (${testDatabase})`,
    ours: `${p95.toFixed(1)} ms`,
    yardstick: `P50 ${quantile(waits, 0.5).toFixed(1)} ms`,
    ratio: '',
    target: '100 ms, aim 20 ms',
    holds: p95 <= 100,
  }
}
