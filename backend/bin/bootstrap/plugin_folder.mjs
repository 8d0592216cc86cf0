import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { outsidePackages, pluginsFolder } from '../../outside/folder.mjs'
import { given } from './given.mjs'
import { npm } from './install.mjs'
import { root, startedIn } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

/** The operator's folder, as the server will find it. */
export const folder = () =>
  pluginsFolder(
    { CROSSDOCK_PLUGINS_DIR: given('CROSSDOCK_PLUGINS_DIR'), DATA_DIR: given('DATA_DIR') },
    root
  )

/** The packages with screens, each by what is in it: the console is built anew when one of them changes. */
export function screens() {
  const lock = join(folder(), 'package-lock.json')
  const { packages } = existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')) : {}
  return outsidePackages(folder())
    .filter((one) => one.console && !one.disabled)
    .map(({ name }) => `${name} ${packages?.[`node_modules/${name}`]?.integrity}`)
}

/** What makes up the folder. Each package is kept as it came: what is installed can be installed again. */
const parts = ['node_modules', 'packages', 'package-lock.json', 'package.json']

/**
 * Changes a copy of the folder, and puts it in its place when `work` did not refuse it: a plugin that does not fit
 * leaves everything as it was. `work` returns what is to be said then.
 */
export async function change(work) {
  const staged = join(folder(), '.next')
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(join(staged, 'packages'), { recursive: true })
  try {
    for (const part of ['packages', 'package-lock.json', 'package.json']) {
      const path = join(folder(), part)
      if (existsSync(path)) cpSync(path, join(staged, part), { recursive: true })
    }
    const say = await work(staged)
    for (const part of parts) {
      rmSync(join(folder(), part), { recursive: true, force: true })
      if (existsSync(join(staged, part))) renameSync(join(staged, part), join(folder(), part))
    }
    say()
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

/** Installs a package into the copy and returns its name. None of its code runs. */
export async function addPackage(staged, wanted) {
  const path = resolve(startedIn, wanted)
  const local = existsSync(path)
  const packages = join(staged, 'packages')
  const packed = await capture(
    ['pack', local ? path : wanted, '--json', `--pack-destination=${packages}`, '--ignore-scripts'],
    staged,
    `npm could not get "${wanted}"`
  )
  const [{ name, filename }] = JSON.parse(packed)
  const record = readRecord(staged)
  const before = record.dependencies?.[name]?.replace(/^file:/, '')
  if (before && before !== `packages/${filename}`) rmSync(join(staged, before), { force: true })
  const dependencies = { ...record.dependencies, [name]: `file:packages/${filename}` }
  // npm trusts what its lockfile says of a file of the same name.
  if (before === `packages/${filename}`) forget(staged, name)
  writeRecord(staged, { ...record, dependencies })
  await installAll(staged)
  return name
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

/** What plugins share with the application comes from there, so what they call their peers is not fetched. */
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

/** Whole or not at all: what reads it may start at any time. */
export function writeRecord(at, record) {
  const file = join(at, 'package.json')
  writeFileSync(`${file}.next`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${file}.next`, file)
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
    throw new Refusal(`${what} (status ${status}); it says why above. Nothing was changed.`)
  return output
}
