import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inject } from './agents/inject.mjs'
import { nodeOf } from './agents/nodes.mjs'
import { blobMakerOf, targets } from './agents/targets.mjs'
import { aloneInBuild } from './build_lock.mjs'
import { install } from './install.mjs'
import { noticesName, writeNotices } from './notices.mjs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { tool } from './tool.mjs'

const folder = at('build', 'agents')
const plugin = 'plugins/agents'

/**
 * `npm run build:agents`: builds the executables of the desktop agent and manifest.json in build/agents. Each
 * is a Node from the registry with the program inside. Linux on x64 builds all or the named ones; another
 * machine builds its own.
 */
export default async function (names) {
  const all = targets.map(({ platform, arch }) => `${platform}-${arch}`)
  const unknown = names.find((name) => !all.includes(name))
  if (unknown)
    throw new Refusal(`There is no agent for "${unknown}". Name some of: ${all.join(', ')}.`)
  const node = await install({ dev: true })
  return aloneInBuild(() => buildAll(node, names))
}

async function buildAll(node, names) {
  const host = `${process.platform}-${process.arch}`
  const isNamed = ({ platform, arch }) =>
    names.length === 0 || names.includes(`${platform}-${arch}`)
  const wanted = targets.filter(
    (target) => isNamed(target) && (host === 'linux-x64' || target.host === host)
  )
  if (wanted.length === 0) {
    throw new Refusal(
      `The agent cannot be built on ${host}. Build it on Linux with an x64 processor.`
    )
  }
  mkdirSync(at('build'), { recursive: true })
  // The served folder stays complete during a build and is replaced at the end.
  const fresh = mkdtempSync(at('build', '.agents-'))
  try {
    const { version } = JSON.parse(readFileSync(at(plugin, 'package.json'), 'utf8'))
    const work = join(fresh, 'work')
    mkdirSync(work)
    const script = join(work, 'agent.cjs')
    await must(
      node,
      [
        tool('esbuild', 'bin/esbuild', plugin),
        at(plugin, 'program', 'main.ts'),
        '--bundle',
        '--platform=node',
        '--target=node24',
        '--format=cjs',
        // Our own packages come from their sources.
        '--conditions=crossdock-source',
        '--minify-syntax',
        '--minify-whitespace',
        '--legal-comments=none',
        '--log-level=warning',
        // The optional add-ons of ws are not part of an executable.
        '--external:bufferutil',
        '--external:utf-8-validate',
        `--outfile=${script}`,
      ],
      'bundle the agent'
    )
    const manifest = []
    for (const target of wanted)
      manifest.push(await buildOne(node, { target, fresh, work, script, version }))
    rmSync(work, { recursive: true })
    // The executables contain Node and other packages.
    writeNotices(join(fresh, noticesName))
    writeFileSync(join(fresh, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
    chmodSync(folder, 0o755)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return 0
}

async function buildOne(node, { target, fresh, work, script, version }) {
  const { platform, arch } = target
  const bare = await nodeOf(target)
  const blob = join(work, `${target.version}.blob`)
  if (!existsSync(blob)) await makeBlob(target, { script, blob, work })
  const file = `crossdock-agent-${platform}-${arch}${platform === 'windows' ? '.exe' : ''}`
  const path = join(fresh, file)
  copyFileSync(bare, path)
  chmodSync(path, 0o755)
  if (target.host === 'linux-x64') await strip(path)
  await inject({ ...target, agentVersion: version }, path, readFileSync(blob))
  const { size } = statSync(path)
  const sha256 = await hashOf(path)
  console.log(`${file}  ${(size / 1e6).toFixed(1)} MB  ${sha256}`)
  return { platform, arch, file, size, sha256, version }
}

/** A blob of one version of Node crashes in an executable of another version. */
async function makeBlob(target, { script, blob, work }) {
  const config = join(work, 'sea.json')
  const settings = {
    main: script,
    output: blob,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: false,
  }
  writeFileSync(config, JSON.stringify(settings))
  const maker = await nodeOf(blobMakerOf(target))
  chmodSync(maker, 0o755)
  await must(maker, ['--experimental-sea-config', config], `make the blob for ${target.version}`)
}

/** Debug symbols are a seventh of a Node for Linux. Without `strip` the executable is larger. */
async function strip(path) {
  await run('strip', [path], { stdio: 'ignore' }).catch(() => 1)
}

async function hashOf(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function must(file, args, what) {
  const status = await run(file, args, { stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new Refusal(`Could not ${what}: the messages above say why.`, status)
}
