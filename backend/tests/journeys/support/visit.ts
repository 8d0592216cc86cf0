import type { Locator, Page } from 'playwright-core'

/** The answer to the session check without a session. */
const always = ['401 GET /api/auth/me']

/** One browser window and its errors. */
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
      // The browser warns about a header that it does not know.
      const isHeader = /^Error with .* header/.test(message.text())
      // Violations of the content security policy are errors, too.
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
      // Leaving a page cancels its open calls. A download continues outside of the page.
      const isExpected = expected.includes(
        `cut ${request.method()} ${new URL(request.url()).pathname}`
      )
      if (!isExpected && !reason.includes('ERR_ABORTED'))
        this.problems.push(`${request.url()}: ${reason}`)
    })
  }

  /** A heading of the main content with exactly this text. */
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

  /** Waits for a toast with this title, and this text if given. */
  async toast(title: string, text?: string, kind: 'status' | 'alert' = 'status'): Promise<void> {
    // An open dialog hides the rest of the page from assistive technology, including toasts.
    const shown = this.page
      .getByRole('region', { name: 'Notifications (F8)', includeHidden: true })
      .getByRole(kind, { includeHidden: true })
      .filter({ has: this.page.getByText(title, { exact: true }) })
    await sees(text ? shown.filter({ hasText: text }) : shown)
  }

  /** Opens a row's menu and chooses an action. */
  async choose(rowName: string, action: string): Promise<void> {
    await this.button(`Actions for ${rowName}`).click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** Chooses an option of a select inside `place`. */
  async select(place: Locator, label: RegExp, option: string | RegExp): Promise<void> {
    await place.getByRole('combobox', { name: label }).click()
    await this.page.getByRole('option', { name: option }).click()
  }
}

/** Waits until the element is visible. The page also contains elements that only narrower windows show. */
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

/** Waits until the element is not visible (any more). */
export const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' })
