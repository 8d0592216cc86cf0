import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { until, type Caller, type ServerProcess } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { makeTenant, operatorEmail, post, signIn } from './people.js'
import type { Who } from './screens.js'

const organization = 'lumen-harbor'

/** Waits until the demo tenant is filled and its runs have ended, then signs its people in. */
export async function demoPeople(server: ServerProcess): Promise<Record<Who, Caller | undefined>> {
  await until('the demo tenant', () => existsSync(join(server.database.dataDir, 'demo.json')))
  const dispatch = await signIn(server, `dispatch@${organization}.example`, organization)
  await until('the runs of the demo workflow to end', async () => {
    const path = '/api/flow-executions'
    const { body } = await call<{ status: string }[]>(server.url, 'GET', path, { as: dispatch })
    return body.length > 0 && body.every(({ status }) => status === 'completed')
  })
  return {
    dispatch,
    gate: await signIn(server, `gate@${organization}.example`, organization),
    newcomer: await makeTenant(server, 'acme'),
    operator: await signIn(server, operatorEmail),
    visitor: undefined,
  }
}

/** Two more files arrive, so that the newest activity is work instead of sign-ins. */
export async function receiveArrivals(server: ServerProcess, as: Caller): Promise<void> {
  const get = async <T>(path: string) => (await call<T>(server.url, 'GET', path, { as })).body
  const folders = await get<{ id: string; name: string }[]>('/api/assets')
  const arrivals = folders.find(({ name }) => name === 'Arrivals')!
  const completed = '/api/flow-executions?status=completed'
  const before = (await get<object[]>(completed)).length
  const papers = ['waybill-lh-2045.txt', 'waybill-lh-2046.txt']
  for (const [at, name] of papers.entries()) {
    const form = new FormData()
    form.set('parentId', arrivals.id)
    form.set('file', new Blob([`WAYBILL ${name}\nPallets: 12\n`], { type: 'text/plain' }), name)
    await post(server, as, '/api/assets', form)
    await until(`the run about ${name}`, async () => {
      return (await get<object[]>(completed)).length > before + at
    })
  }
}
