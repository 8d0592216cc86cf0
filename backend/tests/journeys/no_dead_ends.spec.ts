// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { Caller } from '@crossdock/backend/testing'
import { makeColleague, makeTenant, operatorEmail, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

/** Titles of pages without access or content. */
const deadEnds = /^(Choose an organization|Access Denied|404 Page Not Found)$/
/** Commands that open no page. */
const elsewhere = /^(Sign out|Switch theme|Keyboard shortcuts|Language: .*)$/

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Waits until the page has loaded, and returns its problems. */
async function look(page: Page, from: string): Promise<string[]> {
  // By element: an open dialog hides the page from assistive technology.
  await sees(page.locator('h1'))
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy=true]'))
  const headings = await page.locator('h1, main h2').allInnerTexts()
  const isFailed = (await page.getByRole('button', { name: 'Try again' }).count()) > 0
  const problems = headings.filter((name) => deadEnds.test(name))
  if (isFailed) problems.push('could not be loaded')
  return problems.map((problem) => `${from} leads to ${page.url()}: ${problem}`)
}

/** Unique addresses of links in a part of the page. */
async function linksIn(page: Page, selector: string): Promise<string[]> {
  const found = await page
    .locator(`${selector} a[href^="/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  return [...new Set(found)]
}

async function offers(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await sees(page.getByRole('option'))
  const names = await page.getByRole('option').allInnerTexts()
  return [...new Set(names.map((name) => name.split('\n')[0]!))].filter(
    (name) => !elsewhere.test(name)
  )
}

/** Visits every offered destination: menu, dashboard, sections of the settings, palette. */
async function walk(page: Page): Promise<string[]> {
  await page.goto('/dashboard')
  const problems = await look(page, 'The menu')
  const links = [...(await linksIn(page, 'nav')), ...(await linksIn(page, 'main'))]
  await page.goto('/settings')
  await look(page, 'The menu')
  links.push(...(await linksIn(page, 'main nav')))
  for (const link of new Set(links)) {
    await page.goto(link)
    problems.push(...(await look(page, `The link to ${link}`)))
  }
  for (const name of await offers(page)) {
    await page.goto('/dashboard')
    await look(page, 'The menu')
    await page.getByRole('button', { name: 'Search and commands' }).click()
    await page.getByRole('option', { name, exact: false }).first().click()
    await page.waitForFunction(
      () => !document.querySelector('[aria-label="Search and commands"][role=dialog]')
    )
    problems.push(...(await look(page, `The palette's "${name}"`)))
  }
  return problems
}

// Red when a menu entry, command, card or section loses its requirement of an organization.
journeys('Journey: no dead ends', (stage, group) => {
  let admin: Caller
  group.setup(async () => {
    admin = await makeTenant(stage.server, 'acme')
  })

  test('every link offered to the operator without an organization works', async ({ assert }) => {
    const { page } = await stage.visit({ as: await signIn(stage.server, operatorEmail) })
    assert.deepEqual(await walk(page), [])
    const entries = await linksIn(page, 'nav')
    assert.notIncludeMembers(entries, ['/assets', '/users', '/integrations', '/flow-execution'])
    await page.goto('/users')
    await sees(page.getByRole('heading', { name: 'Choose an organization' }))
  }).tags(['long'])

  test('the operator chooses an organization for the open page, and every link there works', async ({
    assert,
  }) => {
    const { page } = await stage.visit({ as: await signIn(stage.server, operatorEmail) })
    await page.goto('/users')
    await page.getByRole('combobox', { name: 'Search organizations' }).fill('acme')
    await page.getByRole('option', { name: /acme/ }).first().click()
    await sees(page.getByRole('heading', { name: 'User Directory' }))
    await sees(page.getByText('admin@acme.example'))
    assert.deepEqual(await walk(page), [])
    await page.goto('/users')
    await menuOf(page)
      .getByRole('button', { name: /^Organization: / })
      .click()
    await page.getByRole('option', { name: /All organizations/ }).click()
    await page.waitForURL('/dashboard')
    await sees(menuOf(page).getByRole('button', { name: /^Organization: All organizations/ }))
  }).tags(['long'])

  for (const role of ['admin', 'editor', 'viewer'] as const) {
    test(`every link offered to the role ${role} works`, async ({ assert }) => {
      const as = role === 'admin' ? admin : await makeColleague(stage.server, admin, 'acme', role)
      const { page } = await stage.visit({ as })
      assert.deepEqual(await walk(page), [])
    }).tags(['long'])
  }
})
