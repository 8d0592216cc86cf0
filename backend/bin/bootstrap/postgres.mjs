import { connect } from 'node:net'

const usual = 'postgres://postgres@127.0.0.1:5432/postgres'

/** The PostgreSQL to test on: the one the environment names, else one that listens on this machine. */
export async function findPostgres() {
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
