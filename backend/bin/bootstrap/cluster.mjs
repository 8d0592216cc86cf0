import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian keeps the programs of each version; elsewhere they are in the path. */
const debian = '/usr/lib/postgresql'

function programs() {
  const versions = existsSync(debian)
    ? readdirSync(debian).map(Number).filter(Number.isInteger)
    : []
  const folders = versions
    .sort((one, other) => other - one)
    .map((version) => join(debian, `${version}`, 'bin'))
  const inPath = (process.env.PATH ?? '').split(':')
  return [...folders, ...inPath].find((folder) => folder && existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then its programs run as the user that its package made. */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const found = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  const group = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' })
  return found.status === 0 ? { uid: Number(found.stdout), gid: Number(group.stdout) } : undefined
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Nothing of a test has to survive the machine: without waiting for the disk a database costs half as much. */
const quick = [
  ...['fsync=off', 'synchronous_commit=on', 'full_page_writes=off', 'max_connections=300'],
  ...[
    'shared_buffers=256MB',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'autovacuum_naptime=10min',
  ],
]

/**
 * A PostgreSQL server of this run's own, in a folder that goes with it.
 * @returns undefined where it cannot be started; else its `url` and `stop`
 */
export async function startCluster() {
  const bin = process.platform === 'win32' ? undefined : programs()
  const as = owner()
  if (!bin || !as) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'crossdock-postgres-'))
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const call = (program, ...args) =>
    spawnSync(join(bin, program), args, {
      ...as,
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const made = call(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    '--locale=C.UTF-8'
  )
  const port = await freePort()
  const options = [`port=${port}`, ...quick].map((option) => `-c ${option}`).join(' ')
  const started =
    made.status === 0 &&
    call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  if (!started || started.status !== 0) {
    remove()
    return undefined
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      call('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      remove()
    },
  }
}
