import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { addedPackages, pluginsFolder } from '../../outside/folder.mjs'
import { given } from './given.mjs'
import { npm } from './install.mjs'
import { root, startedIn } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

/** The operator's plugin folder, resolved like the server does. */
export const folder = () =>
  pluginsFolder(
    { CROSSDOCK_PLUGINS_DIR: given('CROSSDOCK_PLUGINS_DIR'), DATA_DIR: given('DATA_DIR') },
    root
  )

/** The packages in the folder. @throws Refusal when its record cannot be read */
export function added() {
  try {
    return addedPackages(folder())
  } catch (error) {
    throw new Refusal(error.message)
  }
}

/** The packages with screens and a fingerprint of their content: a change triggers a build of the console. */
export function screens() {
  const lock = join(folder(), 'package-lock.json')
  const { packages } = existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')) : {}
  return added()
    .filter((one) => one.console && !one.disabled)
    .map(({ name }) => `${name} ${packages?.[`node_modules/${name}`]?.integrity}`)
}

/** Installs a package into the copy and returns its name. Runs none of its code. */
export async function addPackage(staged, wanted) {
  const local = localPath(wanted)
  if (local) refuseUnreadable(local)
  const packages = join(staged, 'packages')
  const packed = await capture(
    ['pack', local ?? wanted, '--json', `--pack-destination=${packages}`, '--ignore-scripts'],
    staged,
    `npm could not get "${wanted}"`
  )
  const [{ name, filename }] = JSON.parse(packed)
  const record = readRecord(staged)
  const known = Object.hasOwn(record.dependencies ?? {}, name)
  const before = known ? record.dependencies[name].replace(/^file:/, '') : undefined
  refuseTied(name, manifestOfFile(join(packages, filename)))
  if (before && before !== `packages/${filename}`) rmSync(join(staged, before), { force: true })
  const dependencies = { ...record.dependencies, [name]: `file:packages/${filename}` }
  // npm would trust the lockfile and not read a changed file with the same name.
  if (before === `packages/${filename}`) forget(staged, name)
  writeRecord(staged, { ...record, dependencies })
  await installAll(staged)
  return name
}

/**
 * The folder or tarball that a person named, from where the command was started; undefined for the name of a package
 * in the registry or an address.
 * @throws Refusal when a path names nothing
 */
function localPath(wanted) {
  const isAddress = /^[a-z][a-z+.-]+:/i.test(wanted) && !/^file:/i.test(wanted)
  const given = wanted.replace(/^file:/i, '')
  const path = resolve(startedIn, given)
  if (!isAddress && existsSync(path)) return path
  const isPath =
    given !== wanted || /^([./~\\]|[a-z]:[/\\])|[/\\]$|\.(tgz|tar|tar\.gz)$/i.test(given)
  if (isAddress || !isPath) return undefined
  throw new Refusal(
    `There is no file or folder ${path}. Name the folder of a plugin, its tarball (.tgz), or a package in the npm registry. Nothing was changed.`
  )
}

/** Says what is wrong with a folder or tarball, which npm reports in its own terms. */
function refuseUnreadable(path) {
  const manifest = statSync(path).isDirectory() ? manifestOfFolder(path) : manifestOfFile(path)
  if (typeof manifest.name === 'string' && typeof manifest.version === 'string') return
  throw unusable(path, 'its package.json has no name and version')
}

function manifestOfFolder(path) {
  const file = join(path, 'package.json')
  if (!existsSync(file)) throw unusable(path, 'it contains no package.json')
  return parsed(path, readFileSync(file, 'utf8'))
}

function manifestOfFile(path) {
  let text
  try {
    text = packedManifest(path)
  } catch {
    throw unusable(path, 'it is not a tarball that npm pack made, or it is damaged')
  }
  if (text === undefined) throw unusable(path, 'it contains no package.json')
  return parsed(path, text)
}

function parsed(path, text) {
  try {
    return Object(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw unusable(path, `its package.json is not valid JSON (${error.message})`)
  }
}

const unusable = (path, why) => new Refusal(`${path} cannot be added: ${why}. Nothing was changed.`)

/**
 * Refuses a package with local dependencies. They would not be copied, and npm would look for them at every
 * later change.
 */
function refuseTied(name, { dependencies, optionalDependencies }) {
  const tied = Object.entries({ ...dependencies, ...optionalDependencies }).find(([, wanted]) =>
    /^(file:|link:|\.{0,2}\/|~\/)/.test(wanted)
  )
  if (!tied) return
  throw new Refusal(
    `The package "${name}" depends on "${tied[0]}" through a local path of its author (${tied[1]}). Publish that package or bundle it, and depend on a version.`
  )
}

/** The text of package.json in a packed package, read from its archive (POSIX ustar); undefined if it has none. */
function packedManifest(file) {
  const tar = gunzipSync(readFileSync(file))
  const block = 512
  for (let at = 0; at < tar.length;) {
    const [path] = tar.toString('utf8', at, at + 100).split('\0')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0
    const content = at + block
    if (/^[^/]+\/package\.json$/.test(path)) {
      return tar.toString('utf8', content, content + size)
    }
    at = content + Math.ceil(size / block) * block
  }
  return undefined
}

export async function dropPackage(staged, name) {
  const { dependencies, ...record } = readRecord(staged)
  const { [name]: file, ...others } = dependencies
  const disabled = record.crossdock?.disabled?.filter((one) => one !== name)
  writeRecord(staged, {
    ...record,
    dependencies: others,
    crossdock: { ...record.crossdock, disabled },
  })
  rmSync(join(staged, file.replace(/^file:/, '')), { force: true })
  await installAll(staged)
}

function forget(staged, name) {
  const file = join(staged, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  delete lock.packages[`node_modules/${name}`]
  writeFileSync(file, JSON.stringify(lock))
}

/** Plugins share their peer dependencies with the application, so npm does not fetch them. */
const installAll = (staged) =>
  capture(
    ['install', '--omit=dev', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
    staged,
    'npm could not install the plugins'
  )

export const readRecord = (at) => {
  const file = join(at, 'package.json')
  if (!existsSync(file)) return { private: true, dependencies: {} }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Writes the record atomically: a reader may start at any time. */
export function writeRecord(at, record) {
  const file = join(at, 'package.json')
  try {
    writeFileSync(`${file}.next`, `${JSON.stringify(record, null, 2)}\n`)
    renameSync(`${file}.next`, file)
  } finally {
    rmSync(`${file}.next`, { force: true })
  }
}

async function capture(args, cwd, what) {
  const { file, args: before, shell } = npm()
  let output = ''
  const status = await run(file, [...before, ...args, '--loglevel=error'], {
    cwd,
    shell,
    stdio: ['ignore', 'pipe', 'inherit'],
    onStart: (child) => child.stdout.setEncoding('utf8').on('data', (text) => (output += text)),
  })
  if (status !== 0)
    throw new Refusal(`${what} (status ${status}): see its messages above. Nothing was changed.`)
  return output
}
