import axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
/** Rules that a page may break in one theme only. Its elements are the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Waits until transitions have ended: colors in between mean nothing. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map((animation) => animation.finished)
    )
  })

/** The current axe violations of the page, or only those of its colors; one line per element. */
export async function accessibilityProblems(
  page: Page,
  { coloursOnly = false } = {}
): Promise<string[]> {
  // Move the pointer away, so that no tooltip is open.
  await page.mouse.move(0, 0)
  await settled(page)
  const hasMenu = (await page.locator('[role=menu], .MuiAutocomplete-listbox').count()) > 0
  // The document keeps axe. Sending half a megabyte each time takes longer than most checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((options) => window.axe.run(options), {
    runOnly: coloursOnly ? rulesOfColour : rules,
    // Passed rules are much longer, and are not used.
    resultTypes: ['violations' as const],
    // An open menu or choice is above the page, outside of its landmarks.
    ...(hasMenu ? { rules: { region: { enabled: false } } } : {}),
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim()
      return `${id} (${help}): ${html.slice(0, 200)} – ${why}`
    })
  )
}

/** React renders a page for its new size within some frames, however long those take. */
const framesToSettle = 60

/** Elements that exceed the window's right edge and so make the page scroll sideways. */
export async function overflow(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(async (frames) => {
    const root = document.documentElement
    for (let frame = 0; frame < frames && root.scrollWidth > root.clientWidth; frame++)
      await new Promise(requestAnimationFrame)
    const { scrollWidth, clientWidth } = root
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1
    )
    return wide.map((element) => element.outerHTML.slice(0, 160))
  }, framesToSettle)
}

/** Whether the open dialog fills the window. */
export async function fillsWindow(page: Page): Promise<boolean> {
  await settled(page)
  return page.evaluate(async (frames) => {
    const isFilled = () => {
      const box = document.querySelector('.MuiDialog-paper')?.getBoundingClientRect()
      return box?.width === innerWidth && box.height === innerHeight
    }
    for (let frame = 0; frame < frames && !isFilled(); frame++)
      await new Promise(requestAnimationFrame)
    return isFilled()
  }, framesToSettle)
}

/** Changes the theme under an open screen, like another window of the same person. */
export const setTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((value) => {
    const [key, newValue] = ['RaStore.theme', JSON.stringify(value)]
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, theme)
