import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'

/**
 * A test browser shows only our own pages: no sandbox (it fails as root and in containers), no calls to its
 * vendor.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium for journeys and stories: CHROME_PATH, otherwise the one in the npm package, otherwise an
 * installed one. `env` contains additional environment variables for the program.
 */
export async function findBrowser() {
  const named = process.env.CHROME_PATH
  if (named && !existsSync(named))
    throw new Refusal(`CHROME_PATH names ${named}, but that file does not exist.`)
  if (named) return { executablePath: named, args, env: {} }
  const packaged = await packagedBrowser()
  if (packaged) return packaged
  const installed = places().find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args, env: {} }
  throw new Refusal(
    'No Chromium or Chrome was found for the browser tests. Install one, or name its program in CHROME_PATH.'
  )
}

/** Unpacks the package's Chromium once per version. Only Linux on x64 has one. */
async function packagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(at('node_modules', '@sparticuz', 'chromium'))) return undefined
  const { version } = createRequire(import.meta.url)(
    at('node_modules', '@sparticuz', 'chromium', 'package.json')
  )
  const cache = at('node_modules', '.cache', 'crossdock')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(cache, folder)
  const executablePath = join(folder, 'chromium')
  const libraries = join(folder, 'al2023', 'lib')
  const env = {
    FONTCONFIG_PATH: join(folder, 'fonts'),
    ...((await lacksLibraries(executablePath)) ? { LD_LIBRARY_PATH: libraries } : {}),
  }
  return { executablePath, args, env }
}

/**
 * The package unpacks into the temporary folder and accepts a half-written file there. So it gets a separate
 * folder, which is moved to its final place when complete.
 */
async function unpack(cache, folder) {
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'unpacking-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
  try {
    const { inflate } = await import('@sparticuz/chromium')
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
    await Promise.all(
      archives.map((name) => inflate(at('node_modules', '@sparticuz', 'chromium', 'bin', name)))
    )
    await writeFile(join(own, 'fonts', 'fonts.conf'), fontsConfiguration)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    await rename(own, folder)
  } catch (error) {
    // Another run was faster: use its folder.
    await rm(own, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** The package's configuration looks for fonts only in /tmp. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Minimal machines lack the libraries (NSS and NSPR) that the package contains. */
async function lacksLibraries(program) {
  try {
    const { stdout } = await promisify(execFile)('ldd', [program])
    return stdout.includes('not found')
  } catch {
    return true
  }
}

function places() {
  if (process.platform === 'darwin') {
    return ['', homedir()].flatMap((home) => [
      `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    ])
  }
  if (process.platform === 'win32') {
    const folders = [
      process.env.PROGRAMFILES,
      process.env['PROGRAMFILES(X86)'],
      process.env.LOCALAPPDATA,
    ]
    return folders
      .filter(Boolean)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ])
  }
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`
  )
}
