import { Readable } from 'node:stream'
import {
  Answer,
  httpStages,
  operation,
  Problem,
  text,
  type Input,
  type Stage,
  type StageName,
} from '@crossdock/kernel/http'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'
import vine from '@vinejs/vine'
import { dashboardReads } from '../contracts/index.js'

/** What the parts below do, and what was seen of them. */
export const lab = {
  /** Each part that is held waits for this. */
  held: Promise.resolve(),
  /** And the one that is late for this. */
  late: Promise.resolve(),
  running: 0,
  most: 0,
  reads: 0,
  streams: 0,
}

const answer = vine.create({ where: vine.string() })
const where = () => ({ where: currentContext().tenantId ?? 'nowhere' })

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
    if (lab.reads >= 0) throw new Error('Nobody can read this.')
    return where()
  }

  ill() {
    return new Answer(503, { where: 'nowhere it could be' })
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
const wrong = ['dashboard', 'lab/nowhere', 'lab/things/{id}', 'lab/stream', 'lab/thrown', 'lab/ill']

/** Parts that a plugin may bring, good and bad. */
export const labPlugin = definePlugin({
  name: 'lab',
  version: '1.0.0',
  compatibility: '^1.0',
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
