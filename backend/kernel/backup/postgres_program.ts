import { spawn } from 'node:child_process'
import type pg from 'pg'
import { BackupRefused } from './refused.js'

const mostOutput = 4_000

/** What programs of PostgreSQL say, in whatever words go before, when it has ended their session. */
const connectionEnded =
  /terminating connection|server closed the connection unexpectedly|no connection to the server|connection to server was lost/

const endedFor = (program: string) =>
  `PostgreSQL ended the connection of ${program} before it was done: the server was stopped, or somebody has ended its sessions. Run the same command again.`

/** Runs a program of PostgreSQL's. @returns what it wrote @throws BackupRefused with what it said */
export function runProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {}
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const written: Buffer[] = []
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => void written.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => {
    said = (said + String(bytes)).slice(-mostOutput)
  })
  child.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is not installed, or not in PATH' : error.message
    reject(
      new BackupRefused(
        `${program} ${why}. Install the client programs of PostgreSQL (on Debian: postgresql-client).`
      )
    )
  })
  child.on('close', (status, signal) => {
    if (status === 0) return resolve(Buffer.concat(written).toString('utf8'))
    if (connectionEnded.test(said)) return reject(new BackupRefused(endedFor(program)))
    reject(new BackupRefused(`${program} ended with ${status ?? signal}: ${said.trim()}`))
  })
  return promise
}

/** How a program reaches the database: the password never stands on a command line, where others of the machine read it. */
export function addressFor(url: string): { dbname: string; env: Record<string, string> } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { dbname: address.href, env: password ? { PGPASSWORD: password } : {} }
}

/** An older program does not read what a newer server holds. @throws BackupRefused */
export async function assertFits(program: string, client: pg.Client): Promise<void> {
  const told = await runProgram(program, ['--version'])
  const version = Number(/\s(\d+)/.exec(told)?.[1])
  const { rows } = await client.query<{ number: string }>(
    `select current_setting('server_version_num') as number`
  )
  const server = Math.floor(Number(rows[0]!.number) / 10_000)
  if (version >= server) return
  throw new BackupRefused(
    `${program} is of PostgreSQL ${version}, and the server is PostgreSQL ${server}. Install the client programs of version ${server} or newer.`
  )
}
