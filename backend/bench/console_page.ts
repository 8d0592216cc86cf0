import type { Page } from 'playwright-core'

export interface Reading {
  /** Largest Contentful Paint, in milliseconds. */
  lcp: number
  /** Cumulative Layout Shift while the page loads. */
  cls: number
  /** The elements that shifted. */
  moved: string[]
  /** Files and API calls that the page requested until it was quiet. */
  files: number
  calls: number
}

/** Milliseconds without work and requests after which a page counts as quiet. */
const QUIET = 1_000

/** The message that a page logs when it is quiet. */
const QUIET_NOW = 'bench: quiet'

// Runs in the page, which has neither our types nor our modules.
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
  // The page reports this itself: polling a page keeps it busy.
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

/** Makes every new page record its loading metrics. */
export const recordMetrics = (page: Page): Promise<unknown> => page.context().addInitScript(watcher)

/** Opens an address and returns the loading metrics once the page is quiet. */
export async function openAndMeasure(page: Page, path: string): Promise<Reading> {
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
