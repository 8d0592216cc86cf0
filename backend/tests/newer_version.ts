import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Creates a newer version: a folder for `CROSSDOCK_PLUGINS_DIR` with a package whose migration changes tables of
 * the older version. The caller removes the folder.
 * @param up the statements of the migration
 */
export async function newerVersion(up: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-plugins-'))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const manifest = { name: 'newer', version: '1.0.0', type: 'module', exports: './index.js' }
  await write('package.json', JSON.stringify({ dependencies: { newer: '1.0.0' } }))
  await write(
    'node_modules/newer/package.json',
    JSON.stringify({ ...manifest, crossdock: { kernel: '^0.1' } })
  )
  await write(
    'node_modules/newer/index.js',
    `import { definePlugin } from '@crossdock/kernel/plugin'
     export default definePlugin({ name: 'newer', migrations: [new URL('./migrations', import.meta.url)] })`
  )
  await write(
    'node_modules/newer/migrations/1_change.js',
    `import { Schema } from '@crossdock/kernel/database'
     export default class extends Schema {
       async up() {
         ${up}
       }
     }`
  )
  return folder
}
