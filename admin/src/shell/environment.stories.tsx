import type { Meta, StoryObj } from '@storybook/react-vite'
import { sessionKey } from '@crossdock/admin/kit'
import { QueryClient } from '@tanstack/react-query'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sessions } from '../../.storybook/sessions.js'
import { createStore } from '../data/store.js'

const environment = (name: string, displayName: string) => ({
  id: `01990000-0000-7000-8000-00000000000${name.length}`,
  name,
  displayName,
  description: null,
  isActive: true,
})
const production = environment('production', 'Production')
const testing = environment('testing', 'Testing')
const development = environment('development', 'Development')
const all = [production, testing, development]

const asked = fn()
/** The environment that calls name. */
const named = ({ headers, path }: FakeRequest) => {
  const id = headers.get('X-Environment')
  asked(path, all.find((one) => one.id === id)?.name ?? id)
  return id
}

const meta: Meta = {
  title: 'Shell/Environment',
  beforeEach: () => {
    asked.mockClear()
    delete document.documentElement.dataset.environment
    return () => void delete document.documentElement.dataset.environment
  },
  parameters: {
    route: '/api-tokens',
    api: {
      'GET /tenant/environments': (request: FakeRequest) => {
        named(request)
        return all
      },
      'GET /api-tokens': (request: FakeRequest) => {
        named(request)
        return []
      },
      'GET /permissions': [],
    },
  },
}
export default meta
type Story = StoryObj

const button = (name: RegExp) => screen.findByRole('button', { name })

/** Red when calls do not name the environment, or data of the former one stays. */
export const Chosen: Story = {
  play: async () => {
    await userEvent.click(await button(/Environment: Production/))
    await waitFor(() => expect(asked).toHaveBeenCalledWith('/api-tokens', null))
    asked.mockClear()
    const other = await screen.findByRole('menuitemradio', { name: 'Development' })
    await expect(screen.getByRole('menuitemradio', { name: 'Production' })).toBeChecked()
    await userEvent.click(other)
    await button(/Environment: Development/)
    await waitFor(() => expect(asked).toHaveBeenCalledWith('/api-tokens', 'development'))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

    asked.mockClear()
    await userEvent.click(await button(/Environment: Development/))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Production' }))
    await button(/Environment: Production/)
    await waitFor(() => expect(asked).toHaveBeenCalledWith('/api-tokens', null))
  },
}

export const ByKeyboard: Story = {
  play: async () => {
    ;(await button(/Environment: Production/)).focus()
    await userEvent.keyboard('{Enter}')
    const other = await screen.findByRole('menuitemradio', { name: 'Testing' })
    await waitFor(() =>
      expect(screen.getByRole('menuitemradio', { name: 'Production' })).toHaveFocus()
    )
    await userEvent.keyboard('{ArrowDown}')
    await expect(other).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect(await button(/Environment: Testing/)).toHaveFocus())
  },
}

/** Red when the menu is shown to people without a choice. */
export const OnlyOne: Story = {
  parameters: {
    api: {
      'GET /api-tokens': [],
      'GET /permissions': [],
      'GET /tenant/environments': (request: FakeRequest) => {
        named(request)
        return [production]
      },
    },
  },
  play: async () => {
    await waitFor(() => expect(asked).toHaveBeenCalledWith('/tenant/environments', null))
    await screen.findByRole('heading', { level: 1 })
    await expect(screen.queryByRole('button', { name: /Environment/ })).toBeNull()
  },
}

const gone = {
  status: 404,
  body: {
    code: 'E_NO_ENVIRONMENT',
    status: 404,
    message: 'There is no environment with the id or name "…".',
  },
}
let isGone = false
const unlessGone = (answer: unknown) => (request: FakeRequest) =>
  named(request) !== null && isGone ? gone : answer

/** Red when the choice stays: every page would report a missing environment. */
export const Gone: Story = {
  parameters: {
    api: {
      'GET /tenant/environments': unlessGone(all),
      'GET /api-tokens': unlessGone([]),
      'GET /permissions': unlessGone([]),
      'GET /integrations/systems': unlessGone([]),
      'GET /users': unlessGone([]),
    },
  },
  play: async () => {
    isGone = false
    await userEvent.click(await button(/Environment: Production/))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Development' }))
    await button(/Environment: Development/)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    isGone = true
    asked.mockClear()
    await userEvent.click(await button(/Environment: Development/))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Testing' }))
    await screen.findByText('Testing was deleted. You now work in Production.')
    await button(/Environment: Production/)
    await waitFor(() => expect(asked).toHaveBeenCalledWith('/api-tokens', null))
  },
}

/** Fills in a form in the current environment. */
async function fillIn(name: string) {
  const [add] = await screen.findAllByRole('button', { name: /Create token/i })
  await userEvent.click(add!)
  await userEvent.type(
    await within(await screen.findByRole('dialog')).findByLabelText(/Name/),
    name
  )
}
const work = async (from: RegExp, name: string) => {
  await userEvent.click(await button(from))
  await userEvent.click(await screen.findByRole('menuitemradio', { name }))
}

/** Red when the notice is missing, the toast of the refused call shows too, or the form stays and would be saved in production. */
export const DeletedMeanwhile: Story = {
  parameters: {
    api: {
      'GET /tenant/environments': () => (isGone ? [production, testing] : all),
      'POST /api-tokens': unlessGone([]),
      'GET /api-tokens': [],
      'GET /permissions': [],
    },
  },
  play: async () => {
    isGone = false
    await work(/Environment: Production/, 'Development')
    await button(/Environment: Development/)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await fillIn('Nightly import')
    isGone = true
    const form = within(screen.getByRole('dialog'))
    await userEvent.click(form.getByRole('checkbox', { name: /assets\.read/ }))
    await userEvent.click(form.getByRole('button', { name: /^Create/ }))
    const notice = await screen.findByText(
      'Development was deleted. You now work in Production. Unsaved changes are lost.'
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(screen.queryByText(/^There is no environment/)).toBeNull()
    await button(/Environment: Production/)
    await userEvent.click(within(notice.closest<HTMLElement>('[role=alert]')!).getByRole('button'))
    await expect(screen.queryByText(/was deleted/)).toBeNull()
  },
}

/** A new tab, with what start.js reads before the first paint. */
async function openTab() {
  delete document.documentElement.dataset.environment
  const script = Object.assign(document.createElement('script'), { src: '/start.js' })
  const isRead = new Promise((resolve) => script.addEventListener('load', resolve))
  document.head.append(script)
  await isRead
  script.remove()
  const client = new QueryClient()
  const store = createStore(client, { putInBackground: async () => undefined })
  client.setQueryData(sessionKey, sessions.member)
  return { store, client }
}
/** The choice of another tab in this browser. */
function chosenElsewhere(id: string | null) {
  const [key, newValue] = ['RaStore.environment', JSON.stringify(id)]
  localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

/** Red when another tab's choice is adopted, immediately or after a reload, or a new tab ignores the last choice. */
export const EachTabHasItsOwn: Story = {
  parameters: { route: undefined },
  render: () => <p>Where each tab works.</p>,
  beforeEach: () => {
    localStorage.clear()
    return () => localStorage.clear()
  },
  play: async ({ step }) => {
    const first = await openTab()
    first.store.setItem('environment', development.id)
    const heard = fn()
    const { store } = await openTab()
    store.subscribe('environment', heard)
    chosenElsewhere(testing.id)
    await expect(heard).not.toHaveBeenCalled()
    await expect(store.getItem('environment')).toBe(development.id)
    await step('a reload', async () => {
      await expect((await openTab()).store.getItem('environment')).toBe(development.id)
    })
    await step('a new tab, and its reload', async () => {
      sessionStorage.clear()
      await expect((await openTab()).store.getItem('environment')).toBe(testing.id)
      await expect(document.documentElement).toHaveAttribute('data-environment', testing.id)
      chosenElsewhere(null)
      await expect((await openTab()).store.getItem('environment')).toBe(testing.id)
    })
    await step('another person', async () => {
      const mara = sessions.member!
      const tab = await openTab()
      tab.client.setQueryData(sessionKey, { ...mara, user: { ...mara.user, id: 'usr_2' } })
      await expect(tab.store.getItem('environment', null)).toBeNull()
      await expect(document.documentElement).not.toHaveAttribute('data-environment')
    })
  },
}

/** Red when a form stays open in another environment. */
export const UnsavedWorkIsAskedAbout: Story = {
  play: async () => {
    await button(/Environment: Production/)
    await fillIn('Nightly import')
    // The dialog covers the navigation; forms on a page do not.
    within(screen.getByRole('navigation', { name: 'Main', hidden: true }))
      .getByText('Production')
      .click()
    const other = await screen.findByRole('menuitemradio', { name: 'Development' })
    await userEvent.click(other)
    await userEvent.click(await screen.findByRole('button', { name: /Discard/ }))
    await button(/Environment: Development/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(screen.queryByDisplayValue('Nightly import')).toBeNull()
  },
}

export const InGerman: Story = {
  parameters: { language: 'de' },
  play: async () => {
    await button(/Umgebung: Production/)
  },
}

/** Red when the tenant's name pushes the environment out of the bar. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    const one = await button(/Environment: Prod$/)
    await expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** Red when the mark of an inactive environment pushes other items out of the bar. */
export const InactiveOnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  parameters: {
    api: {
      'GET /tenant/environments': [production, { ...development, isActive: false }],
      'GET /api-tokens': [],
      'GET /permissions': [],
    },
  },
  play: async () => {
    await work(/Environment: Prod$/, 'Development Inactive')
    await button(/Environment: Dev Inactive$/)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const InDark: Story = {
  globals: { theme: 'dark' },
  play: async () => {
    await button(/Environment: Production/)
  },
}
