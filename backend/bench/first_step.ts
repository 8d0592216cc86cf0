import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, testDatabase } from '@crossdock/kernel/testing'
import type { Line } from './report.js'
import { startSubject } from './subject.js'

const samples = 100

/** From the acknowledgement of an upload to the first request of the flow it sets off. */
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
  const post = async (path: string, body: object) => {
    const reply = await call<{ id: string }>(subject.server.url, 'POST', path, {
      as: subject.token,
      body,
    })
    return reply.body.id
  }
  const systemId = await post('/api/integrations/systems', {
    name: 'Partner',
    systemType: 'api',
    baseUrl: `http://127.0.0.1:${port}`,
    authType: 'bearer',
    authConfig: {},
    capabilities: ['send'],
  })
  const endpointId = await post(`/api/integrations/systems/${systemId}/endpoints`, {
    name: 'Notify',
    path: '/',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
    fieldMapping: { fileMetadata: { file: 'name' } },
  })
  await post('/api/integrations/workflows', {
    name: 'Notify',
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: [{ id: 'notify', type: 'api_call', systemId, endpointId, config: {}, order: 1 }],
  })

  const waits: number[] = []
  for (let index = 0; index < samples; index++) {
    const name = `file-${index}.txt`
    const first = new Promise<number>((resolve) => started.set(name, resolve))
    const form = new FormData()
    form.set('file', new Blob(['content']), name)
    await call(subject.server.url, 'POST', '/api/assets', { as: subject.token, body: form })
    const acknowledged = performance.now()
    waits.push((await first) - acknowledged)
  }
  await subject.close()
  partner.close()
  waits.sort((a, b) => a - b)
  const p50 = waits[Math.floor(samples * 0.5)]!
  const p95 = waits[Math.floor(samples * 0.95)]!
  return [
    {
      what: `upload acknowledged to first flow step, P95 (${testDatabase})`,
      ours: `${p95.toFixed(1)} ms`,
      yardstick: `P50 ${p50.toFixed(1)} ms`,
      ratio: '',
      target: '100 ms, aim 20 ms',
      holds: p95 <= 100,
    },
  ]
}
