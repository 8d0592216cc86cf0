import { spawn } from 'node:child_process'
import type pg from 'pg'
import { BackupRefused } from './refused.js'

const maxOutput = 4_000

/** Matches the message of a PostgreSQL program whose session was ended, with any text before it. */
const connectionEnded =
  /terminating connection|server closed the connection unexpectedly|no connection to the server|connection to server was lost/

const endedFor = (program: string) =>
  `PostgreSQL ended the connection of ${program} before it finished: the server stopped, or an administrator ended the session. Run the same command again.`

/**
 * Runs a program of PostgreSQL.
 * @returns its output
 * @throws BackupRefused with its error output
 */
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
  let errorOutput = ''
  child.stdout.on('data', (bytes: Buffer) => void written.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => {
    errorOutput = (errorOutput + String(bytes)).slice(-maxOutput)
  })
  child.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is not installed, or not in PATH' : error.message
    reject(
      new BackupRefused(
        `${program} ${why}. Install the PostgreSQL client programs (on Debian: postgresql-client).`
      )
    )
  })
  child.on('close', (status, signal) => {
    if (status === 0) return resolve(Buffer.concat(written).toString('utf8'))
    if (connectionEnded.test(errorOutput)) return reject(new BackupRefused(endedFor(program)))
    reject(new BackupRefused(`${program} ended with ${status ?? signal}: ${errorOutput.trim()}`))
  })
  return promise
}

/**
 * Connection arguments of a program. The password goes into the environment, because other accounts of the
 * machine can read command lines.
 */
export function addressFor(url: string): { dbname: string; env: Record<string, string> } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { dbname: address.href, env: password ? { PGPASSWORD: password } : {} }
}

/**
 * Checks that the program is not older than the server, whose data it could not read.
 * @throws BackupRefused
 */
export async function assertFits(program: string, client: pg.Client): Promise<void> {
  const output = await runProgram(program, ['--version'])
  const version = Number(/\s(\d+)/.exec(output)?.[1])
  const { rows } = await client.query<{ number: string }>(
    `select current_setting('server_version_num') as number`
  )
  const server = Math.floor(Number(rows[0]!.number) / 10_000)
  if (version >= server) return
  throw new BackupRefused(
    `${program} belongs to PostgreSQL ${version}, and the server is PostgreSQL ${server}. Install the client programs of version ${server} or newer.`
  )
}
