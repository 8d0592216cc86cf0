import { call } from '@crossdock/kernel/testing'
import { figureOf, type Figures, type PairedLine } from '../paired/line.js'
import { resetPeakMemory, memory, missingProc } from '../sampler.js'
import { startSubject, type Subject } from '../subject.js'

const operations = 1_000

/** Imports an OpenAPI description of some MiB, with an endpoint for each operation. */
export const openapiImport: PairedLine = {
  name: 'openapi-import',
  about: 'an import of an OpenAPI description with 1,000 operations',
  figures: {
    seconds: {
      what: 'import of 1,000 operations, from request to answer',
      unit: 's',
      better: 'less',
      target: figureOf(5),
    },
    memory: {
      what: 'import of 1,000 operations, memory of the process above its start value',
      unit: 'MiB',
      better: 'less',
      target: figureOf(250),
    },
  },
  missing: missingProc,
  async open(build, { quick }) {
    const subject = await startSubject({}, build)
    const document = buildDescription(quick ? 50 : operations)
    return {
      ours: { name: 'Crossdock', measure: () => measureImport(subject, document) },
      close: () => subject.close(),
    }
  },
}

async function measureImport({ server, token }: Subject, document: string): Promise<Figures> {
  const { pid } = server
  await resetPeakMemory(pid)
  const before = await memory(pid)
  const begin = performance.now()
  const made = await call(server.url, 'POST', '/api/integrations/imports', {
    as: token,
    body: { document },
  })
  const seconds = (performance.now() - begin) / 1000
  if (made.status !== 200) {
    throw new Error(`An import was answered ${made.status} ${JSON.stringify(made.body)}.`)
  }
  return { seconds, memory: (await memory(pid, 'VmHWM')) - before }
}

/** As large as descriptions of real services: some KiB of schemas per operation. */
function buildDescription(count: number): string {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const fields = Array.from({ length: 40 }, (_, at) => [
    `field${at}`,
    { type: 'string', description: 'What the partner calls this part of a record. '.repeat(2) },
  ])
  const schema = (at: number) => ({
    type: 'object',
    required: ['field0', 'next'],
    properties: {
      ...Object.fromEntries(fields),
      next: { $ref: `#/components/schemas/Record${(at + 1) % count}` },
    },
  })
  const ref = (at: number) => ({ schema: { $ref: `#/components/schemas/Record${at}` } })
  const operation = (at: number) => ({
    operationId: `operation${at}`,
    summary: `Change record ${at}`,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': ref(at) } },
    responses: { 200: { description: 'Done', content: { 'application/json': ref(at) } } },
  })
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Records', version: '1' },
    servers: [{ url: 'https://records.example' }],
    paths: Object.fromEntries(numbers.map((at) => [`/r${at}/{id}`, { put: operation(at) }])),
    components: {
      schemas: Object.fromEntries(numbers.map((at) => [`Record${at}`, schema(at)])),
    },
  })
}
