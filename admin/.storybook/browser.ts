import { existsSync } from 'node:fs'

export interface BrowserLaunch {
  executablePath: string
  args: string[]
}

const launchArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // Otherwise software OpenGL draws every frame, which costs as much as the stories.
  '--disable-gpu',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

/** Returns the Chromium to run: the one that CHROME_PATH names, else that of the npm package, else an installed one. */
export async function findBrowser(): Promise<BrowserLaunch> {
  const named = process.env.CHROME_PATH
  if (named) return { executablePath: named, args: launchArguments }
  const packaged = await packagedBrowser()
  if (packaged) return packaged
  const system = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  if (system) return { executablePath: system, args: launchArguments }
  throw new Error(
    'The stories need a Chromium and none was found. Install Chromium or Chrome and set CHROME_PATH to it.'
  )
}

// The package contains a Chromium for Linux x64 only. On other systems, importing or unpacking it fails.
async function packagedBrowser(): Promise<BrowserLaunch | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return { executablePath: await chromium.executablePath(), args: launchArguments }
  } catch {
    return null
  }
}
