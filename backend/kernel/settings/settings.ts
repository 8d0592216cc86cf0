import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { readStorageUrl, storageExpected } from './storage_url.js'

/** One environment variable: its format, its default and its description in `.env.example`. */
interface Variable<T> {
  doc: string
  expected: string
  /** Returns undefined when the text is not acceptable. */
  parse(text: string): T | undefined
  fallback(source: Source): T
}

type Source = Record<string, string | undefined>

/** Thrown before anything starts. Names every wrong variable and the expected value. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  constructor(readonly problems: string[]) {
    super(`Crossdock cannot start:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
  }
}

const text = (text: string) => text

function oneOf<const T extends string>(...values: T[]) {
  return {
    expected: `one of ${values.join(', ')}`,
    parse: (text: string) => values.find((value) => value === text),
  }
}

function url(...protocols: string[]) {
  return {
    expected: `an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    parse: (text: string) =>
      URL.canParse(text) && protocols.includes(new URL(text).protocol)
        ? text.replace(/\/$/, '')
        : undefined,
    fallback: () => undefined as string | undefined,
  }
}

/** Console, API and cookies use the root of their host and do not work below a path. */
const origin = {
  ...url('http:', 'https:'),
  expected:
    'an address starting with http:// or https:// with nothing after the host and port, because Crossdock does not work below a path',
  parse(text: string) {
    if (!URL.canParse(text)) return undefined
    const { protocol, origin, href } = new URL(text)
    return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined
  },
}

const storage = {
  expected: storageExpected,
  parse: (text: string) => (readStorageUrl(text) ? text : undefined),
  fallback: () => undefined as string | undefined,
}

const boolean = {
  expected: 'true or false',
  parse: (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined),
}

const cidr = /^[0-9a-fA-F:.]+\/\d{1,3}(:\d{1,5})?$/

/** An address with a port; an IPv6 address in brackets. */
const dnsPort = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i

function define<T extends Record<string, Variable<unknown>>>(table: T): T {
  return table
}

/** Every variable that Crossdock reads (design section 11). */
export const variables = define({
  NODE_ENV: {
    doc: 'production leaves out the demo organization, which is for trials and development.',
    ...oneOf('development', 'production', 'test'),
    fallback: () => 'development' as 'development' | 'production' | 'test',
  },
  HOST: {
    doc: 'Address to listen on.',
    expected: 'a host name or an IP address',
    parse: text,
    fallback: () => '127.0.0.1',
  },
  PORT: {
    doc: 'Port of the console and the API.',
    expected: 'a whole number from 0 to 65535',
    parse: (text: string) =>
      /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined,
    fallback: () => 3333,
  },
  DATA_DIR: {
    doc: 'Folder for everything the default mode writes: database, file content, keys, mail.',
    expected: 'a path',
    parse: (text: string) => (isAbsolute(text) ? text : join(process.cwd(), text)),
    fallback: () => join(process.cwd(), 'data'),
  },
  CROSSDOCK_PLUGINS_DIR: {
    doc: 'Folder of the plugins added with `node ace plugin:add`. DATA_DIR/plugins when absent.',
    expected: 'a path',
    parse: (text: string) => (isAbsolute(text) ? text : join(process.cwd(), text)),
    fallback: () => undefined as string | undefined,
  },
  APP_URL: {
    doc: 'Address people use to reach Crossdock; links in mails start with it.',
    ...origin,
  },
  APP_KEY: {
    doc: 'Secret of at least 32 characters that protects sessions and stored credentials. Generated and stored in DATA_DIR when absent.',
    expected: 'at least 32 characters',
    parse: (text: string) => (text.length >= 32 ? text : undefined),
    fallback: () => undefined as string | undefined,
  },
  APP_KEY_PREVIOUS: {
    doc: 'Former values of APP_KEY, comma-separated, still accepted for reading after a rotation.',
    expected: 'keys of at least 32 characters, comma-separated',
    parse: (text: string) => {
      const keys = list(text)
      return keys.every((key) => key.length >= 32) ? keys : undefined
    },
    fallback: () => [] as string[],
  },
  APP_KEY_LOST: {
    doc: 'Id of the former key of this installation if that key is lost permanently. The server starts once without it. docs/operation/upgrade.md lists what is lost with it.',
    expected: 'the id of a key, 8 letters and digits',
    parse: (text: string) => (/^[0-9a-f]{8}$/.test(text) ? text : undefined),
    fallback: () => undefined as string | undefined,
  },
  ADMIN_EMAIL: {
    doc: 'E-mail address of the super administrator.',
    expected: 'an e-mail address',
    parse: (text: string) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text.toLowerCase() : undefined),
    fallback: () => 'admin@localhost',
  },
  REQUIRE_SECOND_FACTOR: {
    doc: 'true requires a passkey of all people in every organization and of super administrators. A person without one registers it after the next sign-in by mail. An organization can require it of its own people in any case.',
    ...boolean,
    fallback: () => false,
  },
  TENANT_GRACE_DAYS: {
    doc: 'Days during which the deletion of a tenant can be reverted. After that, all its data is deleted permanently.',
    expected: 'a whole number from 0 to 365',
    parse: (text: string) =>
      /^\d{1,3}$/.test(text) && Number(text) <= 365 ? Number(text) : undefined,
    fallback: () => 7,
  },
  DEMO: {
    doc: 'Create a demo tenant with files, a partner system and a workflow on the first start.',
    ...boolean,
    fallback: (source: Source) => (source.NODE_ENV ?? 'development') === 'development',
  },
  DATABASE_URL: {
    doc: 'PostgreSQL database, e.g. postgres://user:password@localhost:5432/crossdock. SQLite in DATA_DIR when absent.',
    ...url('postgres:', 'postgresql:'),
  },
  MIGRATION_DATABASE_URL: {
    doc: 'The same database with the login that owns the tables. Only migrations use it, so the login of DATABASE_URL need not own anything (docs/operation/scale-out.md shows how).',
    ...url('postgres:', 'postgresql:'),
  },
  SQLITE_DRIVER: {
    doc: 'SQLite driver. sqlite3 must be compiled first: npm rebuild sqlite3 --ignore-scripts=false',
    ...oneOf('better-sqlite3', 'sqlite3'),
    fallback: () => 'better-sqlite3' as 'better-sqlite3' | 'sqlite3',
  },
  REDIS_URL: {
    doc: 'Redis shared by several processes for limits. Kept in memory when absent.',
    ...url('redis:', 'rediss:'),
  },
  STORAGE_URL: {
    doc: 'Where file content is kept: a folder as file:///path, or a bucket as s3://bucket/prefix with the variables of AWS (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3). DATA_DIR/content when absent.',
    ...storage,
  },
  STORAGE_FROM_URL: {
    doc: 'Where file content was kept before STORAGE_URL, while it is being moved (docs/operation/scale-out.md). Content that has not been moved is still read there. Remove it only when nothing is left there.',
    ...storage,
  },
  SMTP_URL: {
    doc: 'Mail server, e.g. smtp://user:password@mail.example.com:587. Without it mail goes to the terminal and DATA_DIR/mail.',
    ...url('smtp:', 'smtps:'),
  },
  MAIL_FROM: {
    doc: 'Sender of every mail.',
    expected: 'an e-mail address, with or without a name',
    // A line break would start another header.
    parse: (text: string) => (/^[^\r\n]+@[^\r\n]+$/.test(text) ? text : undefined),
    fallback: () => 'Crossdock <crossdock@localhost>',
  },
  NODE_EXTRA_CA_CERTS: {
    doc: 'File of certificates in PEM. The server and its commands trust their authorities in addition to the known ones, for mail servers, systems of tenants and identity providers. It applies to programs started by npm, "node ace" or the unit of docs/operation/install.md.',
    expected: 'a path',
    parse: text,
    fallback: () => undefined as string | undefined,
  },
  DNS_SERVERS: {
    doc: 'DNS servers to verify the domains of organizations, as comma-separated addresses with an optional port (9.9.9.9, [2620:fe::fe]:53). Those of this machine when absent.',
    expected: 'comma-separated IP addresses such as 9.9.9.9 or [2620:fe::fe]:53',
    parse: (text: string) => {
      const servers = list(text)
      return servers.every((server) => isIP(server.replace(dnsPort, '$1$2'))) ? servers : undefined
    },
    fallback: () => [] as string[],
  },
  EGRESS_ALLOW: {
    doc: 'Private address ranges that outgoing calls of every tenant may reach, as comma-separated CIDRs, each with an optional port (10.1.0.0/16, 127.0.0.1/32:8080). To allow a range for a single tenant or system: POST /api/admin/egress-allowances.',
    expected: 'comma-separated CIDRs such as 10.1.0.0/16 or 127.0.0.1/32:8080',
    parse: (text: string) => {
      const ranges = list(text)
      return ranges.every((range) => cidr.test(range)) ? ranges : undefined
    },
    fallback: () => [] as string[],
  },
  CONNECTIONS_PER_ADDRESS: {
    doc: 'Maximum open connections of one address, or behind a proxy its concurrent requests. An office with more desktop agents behind one address needs more.',
    expected: 'a whole number from 16 to 100000',
    parse: (text: string) =>
      /^\d{2,6}$/.test(text) && Number(text) >= 16 && Number(text) <= 100_000
        ? Number(text)
        : undefined,
    fallback: () => 512,
  },
  ROLE: {
    doc: 'What this process does: all, web (HTTP only) or worker (background work only).',
    ...oneOf('all', 'web', 'worker'),
    fallback: () => 'all' as 'all' | 'web' | 'worker',
  },
  LOG_LEVEL: {
    doc: 'Lowest level of log lines that are written.',
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    fallback: () => 'info' as 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent',
  },
  ACCESS_LOG: {
    doc: 'Write a log line for every request. true in production, false otherwise.',
    ...boolean,
    fallback: (source: Source) => source.NODE_ENV === 'production',
  },
  METRICS_TOKEN: {
    doc: 'Secret of at least 16 characters that a scraper sends as "Authorization: Bearer ..." to read /metrics (Prometheus). Without it and METRICS_PORT nothing is measured and /metrics does not exist.',
    expected: 'at least 16 characters without spaces',
    parse: (text: string) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : undefined),
    fallback: () => undefined as string | undefined,
  },
  METRICS_PORT: {
    doc: 'Separate port for /metrics, which is then not available at PORT. METRICS_TOKEN is required there too if it is set.',
    expected: 'a whole number from 1 to 65535',
    parse: (text: string) =>
      /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined,
    fallback: () => undefined as number | undefined,
  },
  METRICS_HOST: {
    doc: 'Address that METRICS_PORT listens on. Without METRICS_TOKEN anyone who reaches it can read the metrics.',
    expected: 'a host name or an IP address',
    parse: text,
    fallback: () => '127.0.0.1',
  },
  TRUST_PROXY: {
    doc: 'true when exactly one reverse proxy in front sets X-Forwarded-* headers.',
    ...boolean,
    fallback: () => false,
  },
})

type Values = {
  [K in keyof typeof variables]:
    | Exclude<ReturnType<(typeof variables)[K]['parse']>, undefined>
    | ReturnType<(typeof variables)[K]['fallback']>
}

/** Validated configuration of one process. `APP_URL` and `APP_KEY` are filled in by the composition root when absent. */
export type Settings = Values

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/**
 * Reads all variables from `source` (usually process.env). An empty text counts as absent.
 * @throws SettingsError naming each wrong variable, its value and what was expected.
 */
export function readSettings(source: Source): Settings {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(variables) as [string, Variable<unknown>][]) {
    const given = source[name]?.trim()
    const value = given ? variable.parse(given) : variable.fallback(source)
    if (given && value === undefined) {
      const shown = /KEY|URL|TOKEN/.test(name) ? '' : ` is "${given}" but`
      problems.push(`${name}${shown} must be ${variable.expected}.`)
    }
    values[name] = value
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return values as Settings
}
