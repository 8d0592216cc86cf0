import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { parseJson } from '../json/index.js'
import { writeText } from './files.js'
import { BackupRefused } from './refused.js'

export const manifestName = 'manifest.json'

/** Of this layout of a backup's folder. */
export const format = 1

const sha256 = () => vine.string().regex(/^[0-9a-f]{64}$/)
const size = () => vine.number({ strict: true }).withoutDecimals().min(0)
/** Below the backup's folder, and nothing that leads out of it. */
const path = () => vine.string().regex(/^(?!\/)(?!.*(^|\/)\.{1,2}(\/|$))[^\\]+$/)
const file = () => vine.object({ path: path(), size: size(), sha256: sha256() })

const schema = vine.compile(
  vine.object({
    format: vine.number({ strict: true }),
    /** Version of Crossdock that made it. */
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
    /** Ids of the keys that stored credentials may be sealed with, that of APP_KEY first; never a key. */
    keys: vine.array(vine.string()).minLength(1),
    hasKey: vine.boolean({ strict: true }),
    packs: vine.array(
      vine.object({
        tenant: vine.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        pack: vine.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        ...{ size: size(), sha256: sha256() },
      })
    ),
    /** What was damaged or missing where content lies, so that it is not in the backup either. */
    gaps: vine.array(
      vine.object({ tenant: vine.string(), pack: vine.string(), reason: vine.string() })
    ),
    /** Of the packages that were added from outside. */
    pluginFiles: vine.array(vine.object({ ...file().getProperties(), mode: size() })),
    pluginLinks: vine.array(vine.object({ path: path(), target: vine.string() })),
  })
)

export type Manifest = Infer<typeof schema>
export type CopiedPack = Manifest['packs'][number]

/** Where the bytes of a pack lie in a backup. */
export const packPath = ({ tenant, pack }: Pick<CopiedPack, 'tenant' | 'pack'>): string =>
  `content/${tenant}/${pack}.pack`

/** With a hash of its own: all other hashes are in it. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest, null, 1)
  await writeText(join(folder, manifestName), written(text))
}

/** @throws BackupRefused */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new BackupRefused(
        error.code === 'ENOENT' || error.code === 'ENOTDIR'
          ? `${folder} is no backup: it holds no ${manifestName}. A backup that was cut off has none.`
          : `${manifestName} in ${folder} cannot be read: ${error.message}.`
      )
    }
  )
  const body = text.slice(text.indexOf('\n') + 1, -1)
  if (text !== written(body)) throw changed(folder)
  const manifest = parseJson(body)
  const found = (manifest as { format?: unknown }).format
  if (found !== format) {
    throw new BackupRefused(
      `The backup in ${folder} has format ${String(found)}, and this version of Crossdock reads ${format}. Use the version that made it, or a newer one.`
    )
  }
  return await schema.validate(manifest).catch((error: unknown) => {
    throw new BackupRefused(changed(folder).message, { cause: error })
  })
}

const changed = (folder: string) =>
  new BackupRefused(
    `${manifestName} in ${folder} is not what was written: it was cut off or changed. Take another backup.`
  )

const written = (body: string) => `${createHash('sha256').update(body).digest('hex')}\n${body}\n`
