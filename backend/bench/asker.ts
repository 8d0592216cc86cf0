import { Pool } from 'undici'
import { answer, options } from './baselines/process.js'
import { openLoop } from './open_loop.js'

/* Sends the requests of another client, in a separate process so that the load generator does not delay them. */
const { url, headers } = options<{ url: string; headers: Record<string, string> }>()
const { origin, pathname, search } = new URL(url)
const pool = new Pool(origin, { connections: 16 })

async function request(): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: pathname + search,
    headers,
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`)
}

answer<{ rate: number; seconds: number }>((asked) => openLoop({ ...asked, work: request }))
