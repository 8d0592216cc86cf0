import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { notedKeys, notedKeysQuestion, findUnknownKey } from '../boot/known_key.js'
import { readDatabase } from '../boot/read_database.js'
import { locationsOf } from '../storage/location/location.js'
import { storedKey, keyFault, keyFile, type Settings } from '../settings/index.js'
import { problemsOf } from '../telemetry/traces/wanted.js'
import { ok, warning, wrong, type CheckResult } from './finding.js'

const loopback = /^(localhost|127\.[\d.]+|\[?::1\]?)$/
const isLoopback = (host: string) => loopback.test(host)

/** Returns the system's error code if the file cannot be read. */
function readFault(file: string): string | undefined {
  try {
    readFileSync(file)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

type Rule = (settings: Settings) => CheckResult | false | undefined

const rules: Rule[] = [
  ({ APP_URL, NODE_ENV }) =>
    NODE_ENV === 'production' &&
    !APP_URL &&
    warning(
      'APP_URL is not set: links in mails lead to localhost.',
      'Set it to the address people use.'
    ),
  ({ APP_URL }) =>
    APP_URL?.startsWith('http:') === true &&
    !isLoopback(new URL(APP_URL).hostname) &&
    warning(
      `APP_URL (${APP_URL}) is not https: sessions and passwords can be read on the network.`,
      'Put a proxy with a certificate in front, and let APP_URL begin with https://.'
    ),
  ({ APP_URL, TRUST_PROXY }) =>
    APP_URL?.startsWith('https:') === true &&
    !TRUST_PROXY &&
    warning(
      'APP_URL is https, so a proxy is in front, but TRUST_PROXY is not true: all visitors have the address of the proxy and share its limits.',
      'Set TRUST_PROXY=true if exactly one proxy sets X-Forwarded-*.'
    ),
  ({ ROLE, DATABASE_URL }) =>
    ROLE !== 'all' &&
    !DATABASE_URL &&
    wrong(
      `ROLE is "${ROLE}" without DATABASE_URL: with SQLite one process does all the work.`,
      'Set DATABASE_URL, or remove ROLE.'
    ),
  ({ MIGRATION_DATABASE_URL, DATABASE_URL }) =>
    Boolean(MIGRATION_DATABASE_URL) &&
    !DATABASE_URL &&
    warning(
      'MIGRATION_DATABASE_URL has no effect without DATABASE_URL.',
      'Set DATABASE_URL, or remove it.'
    ),
  ({ NODE_EXTRA_CA_CERTS }) => {
    const fault = NODE_EXTRA_CA_CERTS && readFault(NODE_EXTRA_CA_CERTS)
    if (!fault) return undefined
    return wrong(
      `The file of NODE_EXTRA_CA_CERTS (${NODE_EXTRA_CA_CERTS}) cannot be read (${fault}): its certificates are not trusted.`,
      'Correct the path, or let this account read the file.'
    )
  },
  ({ NODE_ENV, DEMO }) =>
    NODE_ENV === 'production' &&
    DEMO &&
    warning('DEMO is true in production.', 'Remove it unless you want a demo organization.'),
  ({ METRICS_PORT, PORT }) =>
    METRICS_PORT !== undefined &&
    METRICS_PORT === PORT &&
    wrong(
      `METRICS_PORT and PORT are both ${PORT}.`,
      'Choose another METRICS_PORT, or remove it and set METRICS_TOKEN.'
    ),
  ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }) =>
    METRICS_PORT !== undefined &&
    !METRICS_TOKEN &&
    !isLoopback(METRICS_HOST) &&
    warning(
      `Anyone who reaches ${METRICS_HOST}:${METRICS_PORT} can read the metrics.`,
      'Set METRICS_TOKEN, or restrict access to the scraper.'
    ),
  ({ STORAGE_URL, STORAGE_FROM_URL }) =>
    STORAGE_FROM_URL !== undefined &&
    STORAGE_URL === STORAGE_FROM_URL &&
    wrong('STORAGE_FROM_URL and STORAGE_URL are the same place.', 'Remove STORAGE_FROM_URL.'),
]

/** Reports settings that contradict each other, are missing, or have a misspelled name. */
export async function checkSettings(
  settings: Settings,
  {
    environment,
    misspelled,
  }: { environment: NodeJS.ProcessEnv; misspelled(name: string): string | undefined }
): Promise<CheckResult[]> {
  const said = rules
    .map((rule) => rule(settings))
    .filter((one) => one !== false && one !== undefined)
  const traces = problemsOf(environment).map((problem) => warning(problem, 'Correct it.'))
  const names = Object.keys(environment)
    .map(misspelled)
    .filter((one) => one !== undefined)
    .map((one) =>
      warning(
        `${one[0]!.toUpperCase()}${one.slice(1).split('. ')[0]}.`,
        one.split('. ').slice(1).join('. ')
      )
    )
  const found = [...said, ...traces, ...names]
  return found.length > 0
    ? found
    : [ok('The settings can be read and do not contradict each other.')]
}

/** Checks that the database was used with this key before. With another key, no server starts. */
export async function checkKnownKey(settings: Settings): Promise<CheckResult[]> {
  const { DATA_DIR, APP_KEY_PREVIOUS, APP_KEY_LOST } = settings
  // If the key file is unusable, checkKey reports it.
  if (!settings.APP_KEY && keyFault(DATA_DIR)) return []
  const APP_KEY = settings.APP_KEY ?? storedKey(DATA_DIR) ?? null
  const noted = await readDatabase(settings, async ({ ask, tables }) =>
    tables.has(notedKeys) ? await ask<{ id: string }>(notedKeysQuestion) : []
  )
  const ids = (noted ?? []).map(({ id }) => id)
  const found = findUnknownKey(ids, { APP_KEY, APP_KEY_PREVIOUS, APP_KEY_LOST })
  return found ? [wrong(capitalize(found.says), found.todo)] : []
}

const capitalize = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

const permissionsOfOthers = 0o077

/** Checks that there is a key for sessions and credentials, and who can read its file. */
export async function checkKey(settings: Settings): Promise<CheckResult[]> {
  const { APP_KEY, DATA_DIR, DATABASE_URL } = settings
  const file = keyFile(DATA_DIR)
  const quietly = { throwIfNoEntry: false } as const
  const said: CheckResult[] = []
  const mode = statSync(file, quietly)?.mode
  const fault = APP_KEY ? undefined : keyFault(DATA_DIR)
  if (APP_KEY) said.push(ok('APP_KEY is set.'))
  else if (fault) said.push(wrong(fault.says, fault.todo))
  else if (mode === undefined) {
    const inUse = DATABASE_URL || statSync(join(DATA_DIR, 'crossdock.sqlite3'), quietly)
    if (!inUse) said.push(ok('The first start creates it.'))
    else
      said.push(
        warning(
          `There is no APP_KEY, and no ${file}: the next start creates a new one, which opens no stored credential and no session.`,
          'If anything was stored already, restore the former key.'
        )
      )
  } else if (process.platform !== 'win32' && (mode & permissionsOfOthers) !== 0) {
    said.push(wrong(`Other accounts of this machine can read ${file}.`, `Run chmod 600 ${file}`))
  } else said.push(ok(`It is in ${file}, readable by this account only.`))
  const folder = statSync(DATA_DIR, quietly)
  const kept = !DATABASE_URL || locationsOf(settings).STORAGE_URL.kind === 'disk'
  if (kept && folder && process.platform !== 'win32' && (folder.mode & permissionsOfOthers) !== 0) {
    said.push(
      warning(
        `Other accounts of this machine can read ${DATA_DIR}.`,
        `Run chmod -R go= ${DATA_DIR}`
      )
    )
  }
  return said
}
