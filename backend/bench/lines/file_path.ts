import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { closedLoop } from '../closed_loop.js'
import { formParts } from '../content.js'
import { createObject } from '../flows.js'
import { figureOf, ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'

const lanes = 10
const what = 'file uploaded, call of the matching workflow arrived, c=10'

/** Ten parallel uploads, each followed until the call of its run arrives, compared with manually started runs. */
export const filePath: PairedLine = {
  name: 'file-path',
  about: 'from an uploaded file to the call of its workflow, compared with manually started runs',
  figures: {
    perSecond: { what, unit: '/s', better: 'more', target: ratioOf(0.6, 0.8) },
    p50: {
      what: `${what}, P50`,
      unit: 'ms',
      better: 'less',
      target: process.env.TEST_DATABASE === 'pg' ? figureOf(80) : figureOf(40),
    },
  },
  async open(build, { quick }) {
    const seconds = quick ? 1 : 5
    const partner = await startReceiver()
    const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${partner.port}` }, build)
    const systemId = await createObject(subject, '/api/integrations/systems', {
      name: 'Partner',
      systemType: 'api',
      baseUrl: `http://127.0.0.1:${partner.port}`,
      authType: 'bearer',
      authConfig: {},
      capabilities: ['send'],
    })
    const calling = async (name: string, reported: string, trigger: object) => {
      const endpointId = await createObject(
        subject,
        `/api/integrations/systems/${systemId}/endpoints`,
        {
          name,
          path: '/',
          method: 'POST',
          endpointType: 'outbound',
          triggers: ['file_upload'],
          requestSchema: { body: { reported } },
        }
      )
      const step = { id: 'notify', type: 'api_call', systemId, endpointId, config: {}, order: 1 }
      return createObject(subject, '/api/integrations/workflows', {
        name,
        ...trigger,
        steps: [step],
      })
    }
    await calling('By file', '{file.name}', {
      triggerType: 'file_event',
      triggerConfig: { eventTypes: ['file_upload'] },
    })
    const byHand = await calling('By hand', '{system.executionId}', {
      triggerType: 'manual',
      triggerConfig: {},
    })
    const pool = new Pool(subject.server.url, { connections: lanes })
    const send = async (path: string, body: Buffer | undefined, type?: string) => {
      const headers = { ...subject.token.headers, ...(type ? { 'content-type': type } : {}) }
      const answered = await pool.request({ method: 'POST', path, headers, body: body ?? null })
      const text = await answered.body.text()
      if (answered.statusCode >= 300) throw new Error(`${answered.statusCode}: ${text}`)
      return JSON.parse(text) as Record<string, string>
    }
    let number = 0
    const upload = async () => {
      const name = `file ${number++}.txt`
      const { type, before, after } = formParts(name)
      const arrived = partner.called(name)
      await send('/api/assets', Buffer.from(`${before}${name.padEnd(1_024, '.')}${after}`), type)
      await arrived
    }
    const start = async () => {
      const { executionId } = await send(`/api/integrations/workflows/${byHand}/execute`, undefined)
      await partner.called(executionId!)
    }
    const side = (name: string, work: () => Promise<void>) => ({
      name,
      async measure() {
        const { perSecond, p50 } = await closedLoop({ lanes, seconds, work })
        return { perSecond, p50 }
      },
    })
    return {
      ours: side('by file', upload),
      startBaseline: async () => side('started manually', start),
      async close() {
        await pool.close()
        await subject.close()
        partner.close()
      },
    }
  },
}

/** A system that records which calls have arrived. */
async function startReceiver() {
  const waiting = new Map<string, () => void>()
  const early = new Set<string>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { reported } = JSON.parse(body) as { reported: string }
      const resolve = waiting.get(reported)
      if (resolve) resolve()
      else early.add(reported)
      waiting.delete(reported)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    called: (reported: string): Promise<void> =>
      early.delete(reported)
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.set(reported, resolve)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
