import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { until, type Caller, type ServerProcess } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { operatorEmail, signIn } from './people.js'
import type { Who } from './screens.js'

const organization = 'lumen-harbor'

/** Waits until the demo tenant is furnished and its runs are over, then signs its people in. */
export async function demoPeople(server: ServerProcess): Promise<Record<Who, Caller | undefined>> {
  await until('the demo tenant', () => existsSync(join(server.database.dataDir, 'demo.json')))
  const dispatch = await signIn(server, `dispatch@${organization}.example`, organization)
  await until('the demo workflow to have run', async () => {
    const path = '/api/flow-executions?status=completed'
    const { body } = await call<object[]>(server.url, 'GET', path, { as: dispatch })
    return body.length > 0
  })
  return {
    dispatch,
    gate: await signIn(server, `gate@${organization}.example`, organization),
    operator: await signIn(server, operatorEmail),
    visitor: undefined,
  }
}
