import { test } from '@japa/runner'
import type { Group } from '@japa/runner/core'
import { chromium, type Browser } from 'playwright-core'
import { freePort, ServerProcess, type Caller } from '@crossdock/backend/testing'
import { freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { findBrowser } from '../../../bin/bootstrap/browser.mjs'
import { cookiesOf } from './people.js'
import { Visit } from './visit.js'

export interface VisitOptions {
  /** The session of the window. Defaults to none. */
  as?: Caller
  /** The organization whose address it opens. Defaults to the address of APP_URL. */
  at?: string
  viewport?: { width: number; height: number }
  /** false: a browser without JavaScript. */
  javaScript?: boolean
  /**
   * Refusals that a journey expects, such as "409 POST /api/tenants" or "cut GET /api/events/stream". Any other
   * refusal fails it.
   */
  refusals?: string[]
}

/** The built product as a separate process, and a browser to use it. */
export class Stage {
  server!: ServerProcess
  #browser: Browser | undefined
  #visits: Visit[] = []

  constructor(
    private readonly settings: Record<string, string> = {},
    /** Passkeys require host names instead of IP addresses. */
    private readonly host = '127.0.0.1'
  ) {}

  /** The address that people open. */
  #url(organization?: string): string {
    const below = organization ? `${organization}.` : ''
    return `http://${below}${this.host}:${this.server.port}`
  }

  async open(): Promise<void> {
    const port = await freePort()
    // The address of links in mails.
    const settings = { APP_URL: `http://${this.host}:${port}`, ...this.settings }
    this.server = new ServerProcess(await freshDatabase(), port, settings)
    const { env, args, executablePath } = await findBrowser()
    const launch = chromium.launch({
      executablePath,
      // Use the letter widths of real screens instead of a pixel grid.
      args: [...args, '--font-render-hinting=none'],
      env: { ...process.env, ...env },
    })
    ;[this.#browser] = await Promise.all([launch, this.server.start()])
  }

  /** A browser window without shared state. */
  async visit(options: VisitOptions = {}): Promise<Visit> {
    const { as, at, viewport, javaScript = true, refusals = [] } = options
    const baseURL = this.#url(at)
    const context = await this.#browser!.newContext({
      baseURL,
      viewport: viewport ?? { width: 1280, height: 900 },
      locale: 'en-US',
      javaScriptEnabled: javaScript,
    })
    context.setDefaultTimeout(180_000)
    if (as) await context.addCookies(cookiesOf(as, baseURL))
    const visit = new Visit(await context.newPage(), refusals)
    this.#visits.push(visit)
    return visit
  }

  /** Closes the windows. @throws when one of them had an unexpected error */
  async endVisits(): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all(visits.map(({ page }) => page.context().close()))
    const problems = visits.flatMap((visit) => visit.problems)
    if (problems.length > 0) throw new Error(`The browser complained:\n${problems.join('\n')}`)
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    await this.server.stop()
    await this.server.database.remove()
  }
}

/**
 * Registers the journeys of one file. They run once, on SQLite, because the database does not affect the
 * browser.
 */
export function journeys(
  title: string,
  define: (stage: Stage, group: Group) => void,
  settings?: Record<string, string>,
  host?: string
): void {
  if (testDatabase !== 'sqlite') return
  test.group(title, (group) => {
    const stage = new Stage(settings, host)
    group.setup(async () => {
      await stage.open()
      return () => stage.close()
    })
    group.each.teardown(() => stage.endVisits())
    define(stage, group)
  })
}
