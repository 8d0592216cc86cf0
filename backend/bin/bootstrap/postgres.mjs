import { connect } from 'node:net'
import { startCluster } from './cluster.mjs'

const usual = 'postgres://postgres@127.0.0.1:5432/postgres'

let found

/**
 * The PostgreSQL for tests: TEST_DATABASE_URL, otherwise a server of this run, otherwise DATABASE_URL or a
 * server on this machine. Later calls return the same one.
 */
export function findPostgres() {
  return (found ??= find())
}

async function find() {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startCluster()
  if (own) {
    process.once('exit', own.stop)
    // Its databases are deleted with it, so no test has to drop them.
    return { env: { TEST_DATABASE_URL: own.url, TEST_CLUSTER: 'own' } }
  }
  const named = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const { hostname, port } = new URL(named ?? usual)
  if (await answers(hostname, Number(port || 5432)))
    return { env: { TEST_DATABASE_URL: named ?? usual } }
  return {
    missing: `PostgreSQL does not answer at ${hostname}:${port || 5432}. Start it there, or name another in TEST_DATABASE_URL.`,
    must: Boolean(named ?? process.env.CI),
  }
}

function answers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3000 })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}
