import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { notedKeys, notedKeysQuestion, strangeKey } from '../boot/known_key.js'
import { look } from '../boot/look.js'
import { locationsOf } from '../storage/location.js'
import { keptKey, keyFault, keyFile, type Settings } from '../settings/index.js'
import { problemsOf } from '../telemetry/traces/wanted.js'
import { ok, warning, wrong, type Said } from './finding.js'

const loopback = /^(localhost|127\.[\d.]+|\[?::1\]?)$/
const isLoopback = (host: string) => loopback.test(host)

/** Why a file cannot be read: a code of the operating system. */
function readFault(file: string): string | undefined {
  try {
    readFileSync(file)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

type Rule = (settings: Settings) => Said | false | undefined

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
      `APP_URL (${APP_URL}) is not https: sessions and passwords of people can be read on the way.`,
      'Put a proxy with a certificate in front, and begin it with https://.'
    ),
  ({ APP_URL, TRUST_PROXY }) =>
    APP_URL?.startsWith('https:') === true &&
    !TRUST_PROXY &&
    warning(
      'APP_URL is https, so a proxy stands in front, but TRUST_PROXY is not true: every visitor has its address, and limits meet all of them at once.',
      'Set TRUST_PROXY=true if exactly one proxy sets X-Forwarded-*.'
    ),
  ({ ROLE, DATABASE_URL }) =>
    ROLE !== 'all' &&
    !DATABASE_URL &&
    wrong(
      `ROLE is "${ROLE}" without DATABASE_URL: SQLite has one process, which does all.`,
      'Set DATABASE_URL, or take ROLE out.'
    ),
  ({ MIGRATION_DATABASE_URL, DATABASE_URL }) =>
    Boolean(MIGRATION_DATABASE_URL) &&
    !DATABASE_URL &&
    warning(
      'MIGRATION_DATABASE_URL does nothing without DATABASE_URL.',
      'Set DATABASE_URL, or take it out.'
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
    warning('DEMO is true in production.', 'Take it out unless a demo organization is wanted.'),
  ({ METRICS_PORT, PORT }) =>
    METRICS_PORT !== undefined &&
    METRICS_PORT === PORT &&
    wrong(
      `METRICS_PORT and PORT are both ${PORT}.`,
      'Choose another METRICS_PORT, or take it out and set METRICS_TOKEN.'
    ),
  ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }) =>
    METRICS_PORT !== undefined &&
    !METRICS_TOKEN &&
    !isLoopback(METRICS_HOST) &&
    warning(
      `Whoever reaches ${METRICS_HOST}:${METRICS_PORT} reads the metrics.`,
      'Set METRICS_TOKEN, or let only the scraper through.'
    ),
  ({ STORAGE_URL, STORAGE_FROM_URL }) =>
    STORAGE_FROM_URL !== undefined &&
    STORAGE_URL === STORAGE_FROM_URL &&
    wrong('STORAGE_FROM_URL is where STORAGE_URL is.', 'Take it out.'),
]

/** What the settings say against one another, and what they leave open. */
export async function ofSettings(
  settings: Settings,
  {
    environment,
    misspelt,
  }: { environment: NodeJS.ProcessEnv; misspelt(name: string): string | undefined }
): Promise<Said[]> {
  const said = rules
    .map((rule) => rule(settings))
    .filter((one) => one !== false && one !== undefined)
  const traces = problemsOf(environment).map((problem) => warning(problem, 'Correct it.'))
  const names = Object.keys(environment)
    .map(misspelt)
    .filter((one) => one !== undefined)
    .map((one) =>
      warning(
        `${one[0]!.toUpperCase()}${one.slice(1).split('. ')[0]}.`,
        one.split('. ').slice(1).join('. ')
      )
    )
  const found = [...said, ...traces, ...names]
  return found.length > 0 ? found : [ok('They can be read, and none is against another.')]
}

/** Whether the key is one the database was worked on with: a start with another is refused. */
export async function ofKnownKey(settings: Settings): Promise<Said[]> {
  const { DATA_DIR, APP_KEY_PREVIOUS, APP_KEY_LOST } = settings
  // What is wrong with the file is told by the look at it.
  if (!settings.APP_KEY && keyFault(DATA_DIR)) return []
  const APP_KEY = settings.APP_KEY ?? keptKey(DATA_DIR) ?? null
  const noted = await look(settings, async ({ ask, tables }) =>
    tables.has(notedKeys) ? await ask<{ id: string }>(notedKeysQuestion) : []
  )
  const ids = (noted ?? []).map(({ id }) => id)
  const found = strangeKey(ids, { APP_KEY, APP_KEY_PREVIOUS, APP_KEY_LOST })
  return found ? [wrong(asSentence(found.says), found.todo)] : []
}

const asSentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

const others = 0o077

/** What protects sessions and credentials, and who may read where it lies. */
export async function ofKey(settings: Settings): Promise<Said[]> {
  const { APP_KEY, DATA_DIR, DATABASE_URL } = settings
  const file = keyFile(DATA_DIR)
  const quietly = { throwIfNoEntry: false } as const
  const said: Said[] = []
  const mode = statSync(file, quietly)?.mode
  const fault = APP_KEY ? undefined : keyFault(DATA_DIR)
  if (APP_KEY) said.push(ok('APP_KEY is given.'))
  else if (fault) said.push(wrong(fault.says, fault.todo))
  else if (mode === undefined) {
    const inUse = DATABASE_URL || statSync(join(DATA_DIR, 'crossdock.sqlite3'), quietly)
    if (!inUse) said.push(ok('It is made by the first start.'))
    else
      said.push(
        warning(
          `There is no APP_KEY, and no ${file}: the next start makes a new one, which opens no stored credential and no session.`,
          'Unless nothing was stored yet, put the former key back.'
        )
      )
  } else if (process.platform !== 'win32' && (mode & others) !== 0) {
    said.push(
      wrong(`Other accounts of this machine can read ${file}.`, `Close it: chmod 600 ${file}`)
    )
  } else said.push(ok(`It lies in ${file}, for this account alone.`))
  const folder = statSync(DATA_DIR, quietly)
  const kept = !DATABASE_URL || locationsOf(settings).STORAGE_URL.kind === 'disk'
  if (kept && folder && process.platform !== 'win32' && (folder.mode & others) !== 0) {
    said.push(
      warning(
        `Other accounts of this machine can read ${DATA_DIR}.`,
        `Close it: chmod -R go= ${DATA_DIR}`
      )
    )
  }
  return said
}
