// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { demoPeople } from './support/demo.js'
import { accessibilityProblems, fillsWindow, overflow, setTheme } from './support/page_checks.js'
import { screens, type Who } from './support/screens.js'
import { journeys } from './support/stage.js'

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

// In npm test the stories check accessibility.
journeys(
  'Journey: every screen is accessible, light and dark, on a desk and on a phone',
  (stage, group) => {
    let people: Awaited<ReturnType<typeof demoPeople>>
    group.setup(async () => void (people = await demoPeople(stage.server)))

    for (const who of ['visitor', 'dispatch', 'gate', 'newcomer', 'operator'] satisfies Who[]) {
      test(`as ${who}`, async ({ assert }) => {
        // Minutes of axe keep a slow machine so busy that its health check times out and answers 503.
        const refusals = ['503 GET /api/health']
        const { page } = await stage.visit({ as: people[who], refusals })
        const found: Record<string, string[]> = {}
        const note = (where: string, problems: string[]) => {
          if (problems.length > 0) found[where] = problems
        }
        for (const { name, dialog, open } of screens.filter((screen) => screen.who === who)) {
          await page.setViewportSize(desk)
          await open(page)
          await setTheme(page, 'light')
          note(`${name}, light`, await accessibilityProblems(page))
          await setTheme(page, 'dark')
          note(`${name}, dark`, await accessibilityProblems(page, { coloursOnly: true }))
          await page.setViewportSize(phone)
          note(`${name}, phone`, await accessibilityProblems(page))
          note(`${name}, wider than a phone`, await overflow(page))
          if (dialog === 'full' && !(await fillsWindow(page))) {
            note(`${name}, phone size`, ['the dialog does not fill the window'])
          }
        }
        assert.deepEqual(found, {})
      }).tags(['long'])
    }
  },
  { DEMO: 'true' }
)
