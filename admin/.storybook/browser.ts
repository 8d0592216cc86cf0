import { existsSync } from 'node:fs'

export interface BrowserLaunch {
  executablePath: string
  args: string[]
}

const steady = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // Else OpenGL in software draws every frame, which costs as much as the stories themselves.
  '--disable-gpu',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

/** The Chromium to use: CHROME_PATH, else the npm package's own, else the system's. */
export async function findBrowser(): Promise<BrowserLaunch> {
  const named = process.env.CHROME_PATH
  if (named) return { executablePath: named, args: steady }
  const packaged = await packagedBrowser()
  if (packaged) return packaged
  const system = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  if (system) return { executablePath: system, args: steady }
  throw new Error(
    'The stories need a Chromium and none was found. Install Chromium or Chrome and set CHROME_PATH to it.'
  )
}

// Built for Linux x64 only; elsewhere its import or its unpacking fails.
async function packagedBrowser(): Promise<BrowserLaunch | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return { executablePath: await chromium.executablePath(), args: steady }
  } catch {
    return null
  }
}
