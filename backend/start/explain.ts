import { DatabaseRefused, FolderInUse } from '@crossdock/kernel/boot'
import { PluginFault, PluginGraphError } from '@crossdock/kernel/plugin'
import { folderFaults, SettingsError } from '@crossdock/kernel/settings'
import { StorageRefused } from '@crossdock/kernel/storage'
import { addedPackages, pluginsFolder } from '../outside/index.js'

/** The given variables, for errors that the operator can fix. */
type Source = Record<string, string | undefined>

interface SystemError {
  code?: string
  syscall?: string
  path?: string
  port?: number
  message?: string
  cause?: unknown
  errors?: unknown[]
}

/**
 * Explains to the operator why Crossdock could not start: what is wrong, with which value, and what to do.
 * @returns undefined for a bug, whose stack is needed
 */
export function explainStartError(error: unknown, source: Source): string | undefined {
  if (error instanceof SettingsError) return error.message
  if (error instanceof PluginGraphError) {
    return `Crossdock cannot start: ${error.message}${adviseWithoutPackages(source)}`
  }
  if (error instanceof DatabaseRefused) {
    const known = [...causesOf(error)].map((cause) => explainDatabase(cause, source)).find(Boolean)
    return `Crossdock cannot start: ${known ?? error.message}`
  }
  if (error instanceof FolderInUse || error instanceof StorageRefused) {
    return `Crossdock cannot start: ${error.message}`
  }
  for (const cause of causesOf(error)) {
    const reason =
      explainAddress(cause, source) ??
      explainDatabase(cause, source) ??
      explainFolder(cause, source)
    if (reason) return `Crossdock cannot start: ${reason}`
  }
  if (error instanceof PluginFault)
    return `Crossdock cannot start: ${error.message}${placeOf(error)}${adviseWithoutPackages(source)}`
  return undefined
}

/** The error, its causes, and the errors of a connection tried at several addresses. */
function* causesOf(error: unknown): Generator<SystemError> {
  if (typeof error !== 'object' || error === null) return
  const found = error as SystemError
  yield found
  for (const inner of found.errors ?? []) yield* causesOf(inner)
  yield* causesOf(found.cause)
}

function explainAddress(
  { code, syscall, port, message }: SystemError,
  source: Source
): string | undefined {
  if (syscall !== 'listen' && syscall !== 'bind') return undefined
  const variable = String(port) === source.METRICS_PORT?.trim() ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') {
    return `another program listens on port ${port}. Stop it, or choose another port with ${variable}.`
  }
  if (code === 'EACCES') {
    return `this account may not listen on port ${port}. Choose a ${variable} from 1024 on, with a proxy in front if need be.`
  }
  return `it cannot listen there (${message}). Check ${variable === 'PORT' ? 'HOST and PORT' : 'METRICS_HOST and METRICS_PORT'}.`
}

const databaseReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there. Start PostgreSQL, or correct the address.',
  ENOTFOUND: 'its host name is not known. Correct the address.',
  EAI_AGAIN: 'its host name cannot be resolved at the moment. Check DNS.',
  EHOSTUNREACH: 'its host cannot be reached. Check the network.',
  ETIMEDOUT: 'it does not answer in time. Check the network and the address.',
  '3D000': 'there is no database of that name. Create it (createdb), or correct the address.',
  '28P01': 'PostgreSQL refuses its user or password. Correct the address.',
  '28000': 'PostgreSQL rejects its user. Check pg_hba.conf and the address.',
  '57P03': 'PostgreSQL is starting or stopping. Try again in a moment.',
  '53300': 'PostgreSQL has no connection left. Raise max_connections, or stop other programs.',
  '42501': "its user may not do what Crossdock's migrations need. Make it owner of the database.",
}

function explainDatabase({ code, syscall, port }: SystemError, source: Source): string | undefined {
  const url = source.DATABASE_URL?.trim()
  const reason = code && databaseReasons[code]
  if (!url || !reason) return undefined
  const address = new URL(url)
  // A plugin's connection to another server is not Crossdock's database.
  const elsewhere = syscall === 'connect' && port !== Number(address.port || 5432)
  if (elsewhere) return undefined
  const place = `${address.host || 'localhost'}${address.pathname}`
  return `the database of DATABASE_URL (${place}) cannot be used: ${reason}`
}

const folderReasons: Record<string, string> = {
  ...folderFaults,
  SQLITE_CANTOPEN: 'the database in it cannot be opened by this account',
  SQLITE_READONLY: 'the database in it cannot be written by this account',
  SQLITE_NOTADB: 'its crossdock.sqlite3 is not a database: it is damaged or something else',
  SQLITE_CORRUPT: 'its database is damaged. Restore crossdock.sqlite3 from a backup',
  SQLITE_FULL: 'the disk is full',
}

function explainFolder({ code, path }: SystemError, source: Source): string | undefined {
  const reason = code && folderReasons[code]
  if (!reason) return undefined
  const folder = source.DATA_DIR?.trim() || './data'
  return `DATA_DIR (${path ?? folder}) cannot be used: ${reason}.`
}

/** Where a plugin's code threw, for its author. */
function placeOf({ cause }: PluginFault): string {
  const frame =
    cause instanceof Error ? /^\s+at .*$/m.exec(cause.stack ?? '')?.[0].trim() : undefined
  return frame ? `\n  ${frame}` : ''
}

/** How to start without an added package: no package is left out automatically. */
function adviseWithoutPackages(source: Source): string {
  const added = addedPackages(pluginsFolder(source, process.cwd())).filter((one) => !one.disabled)
  if (added.length === 0) return ''
  const names = added.map(({ name }) => name).join(', ')
  return `\nTo start without one of the added packages (${names}): node ace plugin:disable <package>; with an earlier version: node ace plugin:add <that version>`
}
