import { Readable } from 'node:stream'
import {
  Answer,
  httpStages,
  operation,
  type Input,
  type Stage,
  type StageName,
} from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'
import vine from '@vinejs/vine'
import { dashboardReads } from '../contracts/index.js'

/** Controls the parts below, and counts their reads. */
export const lab = {
  /** Held parts wait for this promise. */
  held: Promise.resolve(),
  /** The late part waits for this promise. */
  late: Promise.resolve(),
  running: 0,
  most: 0,
  reads: 0,
  streams: 0,
}

const answer = vine.create({ where: vine.string() })
const where = () => ({ where: currentContext().tenantId ?? 'outside' })

class Lab {
  async held() {
    lab.reads++
    lab.most = Math.max(lab.most, ++lab.running)
    await lab.held
    lab.running--
    return where()
  }

  async late() {
    await lab.late
    return where()
  }

  open() {
    return where()
  }

  thrown() {
    if (lab.reads >= 0) throw new Error('This part cannot be read.')
    return where()
  }

  ill() {
    return new Answer(503, { where: 'unavailable' })
  }

  stream({ http }: Input) {
    lab.streams++
    http.response.stream(Readable.from(['not for the dashboard']))
  }
}

const shutting = (at: StageName, shut: string): Stage => ({
  at,
  async around({ operation: { path } }, next) {
    if (path === shut) {
      throw new Problem(429, 'E_SHUT', text('Nothing is read here at the moment.'))
    }
    await next()
  },
})

const controller = async () => ({ default: Lab })
const read = { access: 'session', response: answer } as const

export const held = ['lab/a', 'lab/b', 'lab/c', 'lab/d', 'lab/e', 'lab/f']
export const shut = ['lab/shut', 'lab/barred']
const wrong = ['dashboard', 'lab/missing', 'lab/things/{id}', 'lab/stream', 'lab/thrown', 'lab/ill']

/** Parts that a plugin can contribute, valid and invalid. */
export const labPlugin = definePlugin({
  name: 'lab',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['activity'],
  contributes: [
    contribute(dashboardReads, (reads) => {
      for (const path of [...wrong, 'lab/late', 'lab/open', ...shut, ...held]) {
        reads.add(path, { path })
      }
    }),
    contribute(httpStages, (stages) => {
      stages.add('lab.shut', shutting('admit', '/api/lab/shut'))
      stages.add('lab.barred', shutting('act', '/api/lab/barred'))
    }),
  ],
  operations: async () => ({
    default: [
      ...held.map((path) =>
        operation(`GET /${path}`, { ...read, summary: 'Held' }, controller, 'held')
      ),
      operation('GET /lab/late', { ...read, summary: 'Late' }, controller, 'late'),
      operation(
        'GET /lab/open',
        { ...read, summary: 'Open', access: 'public' },
        controller,
        'open'
      ),
      ...shut.map((path) =>
        operation(`GET /${path}`, { ...read, summary: 'Shut', refusals: [429] }, controller, 'open')
      ),
      operation('GET /lab/things/{id}', { ...read, summary: 'A thing' }, controller, 'open'),
      operation('GET /lab/thrown', { ...read, summary: 'Thrown' }, controller, 'thrown'),
      operation(
        'GET /lab/ill',
        { ...read, summary: 'Ill', otherStatuses: [503] },
        controller,
        'ill'
      ),
      operation('GET /lab/stream', { summary: 'Bytes', access: 'session' }, controller, 'stream'),
    ],
  }),
})
