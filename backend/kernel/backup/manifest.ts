import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { parseJson } from '../json/index.js'
import { Signatures } from '../secrets/index.js'
import { writeText } from './files.js'
import { BackupRefused } from './refused.js'

const manifestName = 'manifest.json'

/** Version of the folder layout of a backup. */
export const format = 1

const sha256 = () => vine.string().regex(/^[0-9a-f]{64}$/)
const size = () => vine.number({ strict: true }).withoutDecimals().min(0)
/** A path inside the backup, without "." and "..". */
const path = () => vine.string().regex(/^(?!\/)(?!.*(^|\/)\.{1,2}(\/|$))[^\\]+$/)
const file = () => vine.object({ path: path(), size: size(), sha256: sha256() })

const schema = vine.compile(
  vine.object({
    format: vine.number({ strict: true }),
    /** The Crossdock version that made the backup. */
    crossdock: vine.string(),
    /** When the database was copied. */
    takenAt: vine.string(),
    database: vine.object({
      kind: vine.enum(['sqlite', 'postgres'] as const),
      ...file().getProperties(),
    }),
    /** Names of the migrations that had run. */
    migrations: vine.array(vine.string()),
    plugins: vine.array(
      vine.object({
        name: vine.string(),
        version: vine.string(),
        package: vine.string().nullable(),
      })
    ),
    /** Ids of the keys that may have encrypted stored credentials, APP_KEY's first. Never contains a key. */
    keys: vine.array(vine.string()).minLength(1),
    hasKey: vine.boolean({ strict: true }),
    packs: vine.array(
      vine.object({
        tenant: vine.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        pack: vine.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        size: size(),
        sha256: sha256(),
      })
    ),
    /** Packs that were damaged or missing in the storage, so the backup lacks them too. */
    gaps: vine.array(
      vine.object({ tenant: vine.string(), pack: vine.string(), reason: vine.string() })
    ),
    /** Files of the external packages. */
    pluginFiles: vine.array(vine.object({ ...file().getProperties(), mode: size() })),
    pluginLinks: vine.array(vine.object({ path: path(), target: vine.string() })),
    /** Links that lead out of the folder. They are not copied. */
    leftLinks: vine.array(vine.object({ path: vine.string(), target: vine.string() })).optional(),
  })
)

export type Manifest = Infer<typeof schema>
export type CopiedPack = Manifest['packs'][number]

/** Path of a pack's file in a backup. */
export const packPath = ({ tenant, pack }: Pick<CopiedPack, 'tenant' | 'pack'>): string =>
  `content/${tenant}/${pack}.pack`

/** A manifest as stored in a backup. */
export interface StoredManifest {
  manifest: Manifest
  /**
   * Whether one of these keys signed the manifest; undefined for a manifest without a signature, from an
   * earlier version.
   */
  isSigned(keys: readonly string[]): boolean | undefined
}

/** Writes the manifest with its hash and a signature (HMAC) made with the key. */
export async function writeManifest(
  folder: string,
  manifest: Manifest,
  appKey: string
): Promise<void> {
  const body = JSON.stringify(manifest, null, 1)
  const code = new Signatures(appKey).mac(signedText(body))
  await writeText(join(folder, manifestName), `${hashOf(body)} ${code}\n${body}\n`)
}

/** @throws BackupRefused */
export async function readManifest(folder: string): Promise<StoredManifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new BackupRefused(
        error.code === 'ENOENT' || error.code === 'ENOTDIR'
          ? `${folder} is not a complete backup: it has no ${manifestName}. Name the folder of another backup.`
          : `${manifestName} in ${folder} cannot be read: ${error.message}.`
      )
    }
  )
  const begin = text.indexOf('\n') + 1
  const [head, body] = [text.slice(0, begin), text.slice(begin, -1)]
  const [, hash, code] = /^([0-9a-f]{64})(?: ([\w-]{43}))?\n$/.exec(head) ?? []
  if (hash !== hashOf(body) || text !== `${head}${body}\n`) throw changed(folder)
  const manifest = parseJson(body)
  const found = (manifest as { format?: unknown }).format
  if (found !== format) {
    throw new BackupRefused(
      `The backup in ${folder} has format ${String(found)}, and this version of Crossdock reads ${format}. Use the version that made it, or a newer one.`
    )
  }
  const read = await schema.validate(manifest).catch((error: unknown) => {
    throw new BackupRefused(changed(folder).message, { cause: error })
  })
  return {
    manifest: read,
    isSigned: ([current = '', ...previous]) =>
      code === undefined
        ? undefined
        : new Signatures(current, previous).isMac(signedText(body), code),
  }
}

const changed = (folder: string) =>
  new BackupRefused(`${manifestName} in ${folder} was cut off or changed. Take another backup.`)

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** The signed text begins with its purpose, so that the signature is valid for nothing else. */
const signedText = (body: string) => `backup manifest\n${body}`
