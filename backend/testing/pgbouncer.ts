import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@crossdock/kernel/testing'
import { freePort } from './server_process.js'

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** The path of PgBouncer, if it is installed. */
export function findPgBouncer(): string | undefined {
  const places = folders.filter(Boolean).map((folder) => join(folder, 'pgbouncer'))
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export interface Pooler {
  /** The database's address through the pooler. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in front of the server of `databaseUrl`, with the user of that address. `settings` are lines
 * of its configuration file.
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
  settings: Record<string, number> = {}
): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-pgbouncer-'))
  const database = target.pathname.slice(1)
  const password = target.password ? ` password=${decodeURIComponent(target.password)}` : ''
  const lines = Object.entries({ default_pool_size: 30, max_client_conn: 200, ...settings })
  await chmod(folder, 0o755)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${target.hostname} port=${target.port || 5432} dbname=${database} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${lines.map(([name, value]) => `${name} = ${value}\n`).join('')}`,
    { mode: 0o644 }
  )
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(findPgBouncer()!, [...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until('PgBouncer to listen', async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${said.join('')}`)
      const socket = connect(port, '127.0.0.1')
      const answered = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false)
      socket.destroy()
      return answered
    })
  } catch (error) {
    await stop()
    throw error
  }
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, stop }
}
