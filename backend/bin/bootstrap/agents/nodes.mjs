import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { npm } from '../install.mjs'
import { at } from '../paths.mjs'
import { Refusal } from '../refusal.mjs'
import { run } from '../run.mjs'

const cache = at('node_modules', '.cache', 'crossdock', 'nodes')

/** The executable of a Node from the registry: of the installed package, otherwise downloaded once and cached. */
export async function nodeOf({ name, version, integrity, file }) {
  const installed = at('node_modules', name)
  if (versionIn(installed) === version) return join(installed, file)
  const kept = join(cache, `${name}-${version}`)
  if (existsSync(join(kept, file))) return join(kept, file)
  console.error(`Fetching ${name} ${version}…`)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, '.fetching-'))
  try {
    await fetchInto(folder, { name, version, integrity, file })
    rmSync(kept, { recursive: true, force: true })
    renameSync(join(folder, 'package'), kept)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return join(kept, file)
}

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

async function fetchInto(folder, { name, version, integrity, file }) {
  const { file: program, args, shell } = npm()
  const destination = `--pack-destination=${folder}`
  const fetched = await run(
    program,
    [...args, 'pack', `${name}@${version}`, destination, '--loglevel=error'],
    { shell, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  )
  if (fetched !== 0)
    throw new Refusal(`npm could not fetch ${name} ${version}: see above.`, fetched)
  const [tarball] = readdirSync(folder)
  const found = createHash('sha512')
    .update(readFileSync(join(folder, tarball)))
    .digest('base64')
  if (`sha512-${found}` !== integrity) {
    throw new Refusal(`${name} ${version} has the checksum sha512-${found}, not ${integrity}.`)
  }
  const unpack = ['-xzf', join(folder, tarball), '-C', folder, `package/${file}`]
  const status = await run('tar', unpack, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Refusal(`tar could not unpack ${name} ${version}: see above.`, status)
}
