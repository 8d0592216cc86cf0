import { call, testDatabase, type Caller } from '@crossdock/kernel/testing'
import { signIn } from '../../testing/index.js'
import { createObject } from '../flows.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { quantile } from '../statistics.js'
import { startSubject, type Subject } from '../subject.js'

/** How soon a process sees a role change of another process. */
export const peopleRoles: PairedLine = {
  name: 'people-roles',
  about:
    'a role changed in one process, from the answer to the refusal of another; on PostgreSQL only',
  figures: {
    p50: {
      what: 'a role changed in one process, answered to refused by another, median of 20',
      unit: 'ms',
      better: 'less',
    },
    slowest: {
      what: 'role change seen by another process, slowest of 20',
      unit: 'ms',
      better: 'less',
      target: figureOf(1_000),
    },
  },
  missing: async () =>
    testDatabase === 'pg' ? undefined : 'only one process can use a SQLite database',
  async open(build, { quick }) {
    const subject = await startSubject({}, build)
    const other = await subject.another()
    const { id, as } = await reader(subject)
    const change = async (permissions: string[]) => {
      const { server, token } = subject
      const body = { permissions }
      const { status } = await call(server.url, 'PUT', `/api/roles/${id}`, { as: token, body })
      if (status !== 200) throw new Error(`A role that is changed was answered ${status}.`)
      return performance.now()
    }
    const answers = async (wanted: number) => {
      for (;;) {
        const { status } = await call(other.url, 'GET', '/api/users?range=[0,24]', { as })
        if (status === wanted) return performance.now()
        if (status !== 200 && status !== 403) throw new Error(`A list was answered ${status}.`)
      }
    }
    return {
      ours: {
        name: 'Crossdock',
        // Polls until the role has changed.
        busyPoll: true,
        async measure() {
          const waits: number[] = []
          for (let turn = 0; turn < (quick ? 2 : 20); turn++) {
            await answers(200)
            const changed = await change(['dashboard.read'])
            waits.push((await answers(403)) - changed)
            await change(['users.read'])
          }
          return { p50: quantile(waits, 0.5), slowest: quantile(waits, 1) }
        },
      },
      close: () => subject.close(),
    }
  },
}

/** Creates a role that may see people, and a person with this role. */
async function reader(subject: Subject): Promise<{ id: string; as: Caller }> {
  const { server, token } = subject
  const id = await createObject(subject, '/api/roles', {
    name: 'Reader',
    permissions: ['users.read'],
  })
  const { body: role } = await call<{ key: string }>(server.url, 'GET', `/api/roles/${id}`, {
    as: token,
  })
  const email = 'reader@acme.example'
  await createObject(subject, '/api/users', { email, role: role.key })
  return { id, as: await signIn(server, email, 'acme') }
}
