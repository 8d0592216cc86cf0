import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Route,
} from 'playwright-core'
import type { Dashboard } from '@crossdock/client'
import { call, freshDatabase, type Caller } from '@crossdock/kernel/testing'
import { freePort, ServerProcess, signIn, until } from '../testing/index.js'
import { findBrowser } from '../bin/bootstrap/browser.mjs'
import { openAndMeasure, recordMetrics, type Reading } from './console_page.js'
import { benchScroll } from './console_scroll.js'
import { benchTab } from './console_tab.js'
import { median } from './load.js'
import type { Line } from './report.js'
import { type Open, line } from './console_line.js'

const organization = 'lumen-harbor'
const rows = 1_000
/** The slowdown of an old laptop's processor compared with this machine. */
const slower = 4
const turns = 3

const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
const screens = [
  '/assets',
  '/assets/trash',
  '/integrations?tab=systems',
  '/integrations?tab=workflows',
  '/integrations?tab=activity',
  '/flow-execution',
  '/flow-execution?tab=quick-trigger',
]

/** How soon the console appears in Chromium with a slow processor, and how little it shifts while loading. */
export async function benchConsole(): Promise<Line[]> {
  const server = new ServerProcess(await freshDatabase(), await freePort(), { DEMO: 'true' })
  await server.start()
  await until('the demo tenant', () => existsSync(join(server.database.dataDir, 'demo.json')))
  const as = await signIn(server, `dispatch@${organization}.example`, organization)
  const { env, args, executablePath } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  try {
    await fill(server.url, as)
    const open = (options: BrowserContextOptions) => newPage(browser, server.url, as, options)
    return [
      ...(await measureDashboards(open)),
      await measureScreens(open),
      await measureLongList(open),
      await benchTab(open, server.url, as),
      // Measured last, because every list reads the data that this measurement adds.
      await benchScroll((options) => newPage(browser, server.url, as, options, 1), server.url, as),
    ]
  } finally {
    await browser.close()
    await server.stop()
    await server.database.remove()
  }
}

export async function newPage(
  browser: Browser,
  url: string,
  as: Caller,
  options: BrowserContextOptions,
  rate = slower
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', ...options })
  const pairs = new Headers(as.headers).get('cookie')!.split('; ')
  const cookies = pairs.map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await recordMetrics(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

/** Creates enough folders for a long list. */
async function fill(url: string, as: Caller): Promise<void> {
  for (let at = 0; at < rows; at++) {
    const body = { name: `Folder ${at}`, type: 'folder' }
    await call(url, 'POST', '/api/assets', { as, body })
  }
}

const since = new Date(Date.now() - 60_000).toISOString()
/** Answers of a server with problems. */
const problemAnswers: Record<string, object[]> = {
  'integrations/workflows/failing': ['Waybills to customs', 'Invoices to the bank'].map(
    (name, at) => ({
      id: `wf_${at}`,
      name,
      runs: 20,
      failed: 12,
      runId: `run_${at}`,
      executionId: `ex_${at}`,
      failedAt: since,
      errorMessage: 'The system answered 503.',
    })
  ),
  'integrations/systems/failing': [
    { id: 'sys_1', name: 'Customs', failed: 8, since, errorMessage: 'Connection refused.' },
  ],
}

/** Passes the server's answers through, except those that report problems. */
async function answerWithProblems(route: Route): Promise<void> {
  const answer = (await (await route.fetch()).json()) as Dashboard
  const parts = answer.parts.map((part) => ({
    ...part,
    body: problemAnswers[part.path] ?? part.body,
  }))
  await route.fulfill({ json: { ...answer, parts } })
}

async function measureDashboards(open: Open): Promise<Line[]> {
  const lines: Line[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const state of ['well', 'ill']) {
      const seen: Reading[] = []
      for (let turn = 0; turn < turns; turn++) {
        const page = await open({ viewport })
        if (state === 'ill') await page.route('**/api/dashboard', answerWithProblems)
        seen.push(await openAndMeasure(page, '/dashboard'))
        await page.context().close()
      }
      const [lcp, cls, files, calls] = (['lcp', 'cls', 'files', 'calls'] as const).map((name) =>
        median(seen.map((one) => one[name]))
      )
      const moved = seen.flatMap((one) => one.moved)[0] ?? ''
      lines.push(
        line(
          `dashboard, ${state}, ${size}: largest paint`,
          `${Math.round(lcp!)} ms`,
          '1,500 ms',
          lcp! < 1_500
        ),
        line(
          `dashboard, ${state}, ${size}: moves by ${moved}`,
          cls!.toFixed(3),
          '0.02',
          cls! < 0.02
        ),
        line(
          `dashboard, ${state}, ${size}: files until it is loaded, in addition to ${calls} calls`,
          String(files),
          '20',
          files! <= 20
        )
      )
    }
  }
  return lines
}

async function measureScreens(open: Open): Promise<Line> {
  const worst = { cls: 0, path: '' }
  for (const viewport of Object.values(sizes)) {
    for (const path of screens) {
      const page = await open({ viewport })
      const { cls, moved } = await openAndMeasure(page, path)
      if (cls > worst.cls) {
        Object.assign(worst, { cls, path: `${path} at ${viewport.width} px (${moved[0] ?? ''})` })
      }
      await page.context().close()
    }
  }
  const what = `other screens, desk and phone: the one that moves most, ${worst.path || 'none'}`
  return line(what, worst.cls.toFixed(3), '0.02', worst.cls < 0.02)
}

/** From the click on Assets until its rows are visible and the page reacts to the pointer again. */
async function measureLongList(open: Open): Promise<Line> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const page = await open({ viewport: sizes.desk })
    await openAndMeasure(page, '/dashboard')
    const begun = await page.evaluate<number>('performance.now()')
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await page.getByText('Folder 0', { exact: true }).first().waitFor()
    times.push((await page.evaluate<number>('benchIdle()')) - begun)
    await page.context().close()
  }
  const ms = median(times)
  return line(
    `list of ${rows.toLocaleString('en')}, from the click`,
    `${Math.round(ms)} ms`,
    '1,000 ms',
    ms < 1_000
  )
}
