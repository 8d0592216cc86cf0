import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'crossdock-postgres-'

/** Debian's folder for the programs of each version. Elsewhere they are in the PATH. */
const debian = '/usr/lib/postgresql'

/** The first PostgreSQL version that copies databases as files (`strategy file_copy`). */
const oldest = 15

function programs() {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const newestFirst = versions.filter(Number.isInteger).sort((one, other) => other - one)
  const folders = newestFirst.map((version) => join(debian, `${version}`, 'bin'))
  const inPath = (process.env.PATH ?? '').split(':').filter(Boolean)
  return [...folders, ...inPath].find(
    (folder) => existsSync(join(folder, 'initdb')) && versionOf(folder) >= oldest
  )
}

/** `postgres (PostgreSQL) 15.19 (Debian 15.19-0+deb12u1)` is 15. */
function versionOf(folder) {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** PostgreSQL refuses to run as root: its programs then run as the user created by its package. */
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

/**
 * Settings without durability: test data does not have to survive a crash, and without waiting for the disk a
 * database costs half as much.
 */
const quick = [
  'fsync=off',
  'synchronous_commit=on',
  'full_page_writes=off',
  'max_connections=300',
  'shared_buffers=256MB',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'autovacuum_naptime=10min',
]

const caller =
  (bin, as, folder) =>
  (program, ...args) =>
    spawnSync(join(bin, program), args, {
      ...as,
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })

const remove = (folder) => rmSync(folder, { recursive: true, force: true })

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Stops the servers of killed runs. The name of a folder contains the process id of its run. */
function removeLeft(bin, as) {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : NaN)
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const folder = join(tmpdir(), name)
    caller(bin, as, folder)('pg_ctl', '-D', join(folder, 'data'), '-m', 'immediate', 'stop')
    remove(folder)
  }
}

/**
 * Starts a PostgreSQL server for this run, in a temporary folder.
 * @returns undefined where it cannot start, otherwise its `url` and `stop`
 */
export async function startCluster() {
  const bin = process.platform === 'win32' ? undefined : programs()
  const as = owner()
  if (!bin || !as) return undefined
  removeLeft(bin, as)
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const call = caller(bin, as, folder)
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
    remove(folder)
    return undefined
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      call('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      remove(folder)
    },
  }
}
