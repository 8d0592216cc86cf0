import type { Locator, Page } from 'playwright-core'

/** What the session check of a stranger is answered with. */
const always = ['401 GET /api/auth/me']

/** One browser window and everything that went wrong in it. */
export class Visit {
  readonly problems: string[] = []

  constructor(
    readonly page: Page,
    refusals: string[]
  ) {
    const expected = [...always, ...refusals]
    page.on('pageerror', (error) => this.problems.push(`Uncaught: ${error.message}`))
    page.on('console', (message) => {
      const isRefusal = message.text().startsWith('Failed to load resource')
      // A header the browser does not understand is a warning to it.
      const isHeader = /^Error with .* header/.test(message.text())
      // Violations of the content security policy come as errors too.
      if (!isHeader && (message.type() !== 'error' || isRefusal)) return
      this.problems.push(`Console on ${page.url()}: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.status() < 400) return
      const path = new URL(response.url()).pathname
      const refusal = `${response.status()} ${response.request().method()} ${path}`
      if (!expected.includes(refusal)) this.problems.push(`Refused: ${refusal} (${response.url()})`)
    })
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page ends its open calls; a download goes on outside the page.
      const isExpected = expected.includes(
        `cut ${request.method()} ${new URL(request.url()).pathname}`
      )
      if (!isExpected && !reason.includes('ERR_ABORTED'))
        this.problems.push(`${request.url()}: ${reason}`)
    })
  }

  /** A heading of the main content, exactly so. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  dialog(name: string): Locator {
    return this.page
      .getByRole('dialog', { name, exact: true })
      .or(this.page.getByRole('alertdialog', { name, exact: true }))
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text })
  }

  /** Waits for a toast with this title, and this text when one is named. */
  async toast(title: string, text?: string, kind: 'status' | 'alert' = 'status'): Promise<void> {
    // An open dialog hides the rest of the page from assistive technology, toasts too.
    const shown = this.page
      .getByRole('region', { name: 'Notifications (F8)', includeHidden: true })
      .getByRole(kind, { includeHidden: true })
      .filter({ has: this.page.getByText(title, { exact: true }) })
    await sees(text ? shown.filter({ hasText: text }) : shown)
  }

  /** Opens a row's three dots and chooses. */
  async choose(rowName: string, action: string): Promise<void> {
    await this.button(`Actions for ${rowName}`).click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** Chooses in a select that lies inside `place`. */
  async select(place: Locator, label: RegExp, option: string | RegExp): Promise<void> {
    await place.getByRole('combobox', { name: label }).click()
    await this.page.getByRole('option', { name: option }).click()
  }
}

/** Waits until it is on screen; what only narrower windows show is in the page too. */
export async function sees(locator: Locator): Promise<void> {
  try {
    await locator.filter({ visible: true }).first().waitFor()
  } catch (error) {
    const shown = await locator.page().locator('body').innerText()
    const lines = shown.replace(/\s+/g, ' ').match(/.{1,280}/g) ?? ['nothing']
    throw new Error(
      `Not seen: ${String(locator)}\nThe page shows:\n${lines.slice(0, 6).join('\n')}`,
      {
        cause: error,
      }
    )
  }
}

/** Waits until it is not (or no longer) on screen. */
export const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' })
