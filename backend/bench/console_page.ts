import type { Page } from 'playwright-core'

export interface Reading {
  /** Milliseconds until the largest thing was painted. */
  lcp: number
  /** How much moved while the page came. */
  cls: number
  /** What moved. */
  moved: string[]
  /** Files of the console and calls of its API until then. */
  files: number
  calls: number
}

/** A page is quiet when nothing has kept it busy, and nothing was asked for, for so long. */
const QUIET = 1_000

/** What the page says then. */
const QUIET_NOW = 'bench: quiet'

// Runs in the page, which knows neither our types nor our modules.
const watcher = `
  window.bench = { lcp: 0, cls: 0, moved: [], busy: 0 }
  const on = (type, run) => new PerformanceObserver((list) => list.getEntries().forEach(run)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => (bench.lcp = entry.startTime))
  on('longtask', (entry) => (bench.busy = Math.max(bench.busy, entry.startTime + entry.duration)))
  on('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    bench.cls += entry.value
    const named = ({ node }) => node && (node.tagName ?? '') + ' "' + (node.textContent ?? '').slice(0, 30) + '"'
    bench.moved.push(...entry.sources.map(named))
  })
  // Told by itself: whoever asks a page how it is keeps it busy, too.
  const came = setInterval(() => {
    if (!document.querySelector('h1')) return
    clearInterval(came)
    benchIdle().then(() => console.log('${QUIET_NOW}'))
  }, 200)
  window.benchIdle = async () => {
    const start = performance.now()
    for (;;) {
      const asked = performance.getEntriesByType('resource').map((entry) => entry.responseEnd)
      const last = Math.max(start, bench.busy, ...asked)
      const rest = last + ${QUIET} - performance.now()
      if (rest <= 0) return Math.max(start, bench.busy)
      await new Promise((resolve) => setTimeout(resolve, rest))
    }
  }
`

/** Makes every page that opens there keep how it came. */
export const watch = (page: Page): Promise<unknown> => page.context().addInitScript(watcher)

/** Opens an address and reads how that went once the page is quiet. */
export async function readings(page: Page, path: string): Promise<Reading> {
  const count = { files: 0, calls: 0 }
  page.on('request', (request) => {
    count[new URL(request.url()).pathname.startsWith('/api/') ? 'calls' : 'files'] += 1
  })
  const isQuiet = page.waitForEvent('console', (message) => message.text() === QUIET_NOW)
  await page.goto(path)
  await isQuiet
  const seen = await page.evaluate<Omit<Reading, 'files' | 'calls'>>('bench')
  return { ...seen, ...count }
}
